"""The API for workers elsewhere: they acquire jobs, ask for more time, and submit what came of them."""

from __future__ import annotations

import asyncio

from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.request import ApiRequest
from ludoteca.house.workers.parcel import Acquire, Parcels, Renew, Renewed, Submit, Submitted

TAG = "work"


@api("POST", "/work/acquire", errors=(401, 404, 409), tag=TAG)
async def acquire_work(request: ApiRequest, body: Acquire) -> Parcels:
    """Acquire jobs, or wait for one.

    For workers with a key (`Authorization: Bearer KEY`), which see no database. A job is leased: it goes to
    another worker unless its ticket is renewed or submitted in time. A worker with other rules or bots than
    the house gets none. A house that has made no key answers 404.
    """
    gone = asyncio.Event()
    watching = asyncio.create_task(request.watch(gone))
    try:
        return await request.house.remote_work.acquire(request.worker, body, gone)
    finally:
        watching.cancel()


@api("POST", "/work/renew", errors=(401, 404), tag=TAG)
async def renew_work(request: ApiRequest, body: Renew) -> Renewed:
    """Ask for more time; the answer names the tickets that are void."""
    return Renewed(await request.house.remote_work.renew(request.worker, body.tickets))


@api("POST", "/work/submit", errors=(401, 404, 409), tag=TAG)
async def submit_work(request: ApiRequest, body: Submit) -> Submitted:
    """Submit what came of a job.

    A choice is judged as anybody's is, an analysis has to fit its match, and some are computed again. What is
    wrong is refused with 422 and counted; after three faults the worker is shut out. What comes after the end
    of the lease is refused with 409, and nobody minds.
    """
    await request.house.remote_work.submit(request.worker, body)
    return Submitted(True)
