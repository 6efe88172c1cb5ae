"""The documentation site under /docs, as `make docs` made it."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

PACKAGED: Final = Path(__file__).parent.parent / "documentation"
IN_A_CHECKOUT: Final = Path(__file__).parents[5] / "build" / "docs"
FRESH: Final = {"cache-control": "max-age=3600"}


def site_folder() -> Path | None:
    """Where the site is: in the installed package, or where `make docs` puts it in a checkout."""
    for folder in (PACKAGED, IN_A_CHECKOUT):
        if (folder / "index.html").is_file():
            return folder
    return None


async def first_page(http: Request) -> Response:
    return RedirectResponse("/docs/index.html", 303)


async def page(http: Request) -> Response:
    """A file of the site, and nothing beside it."""
    site = site_folder()
    if site is None:
        raise HTTPException(404, "this house was installed without its documentation: make docs")
    file = (site / http.path_params["file"]).resolve()
    try:
        if not (file.is_relative_to(site.resolve()) and file.is_file()):
            raise HTTPException(404, "the documentation has no such page")
        body = await run_in_threadpool(file.read_bytes)
    except OSError:  # a name that is too long for the disk
        raise HTTPException(404, "the documentation has no such page") from None
    return Response(body, 200, FRESH, guess_type(file.name)[0])
