// Standings that keep themselves up to date while somebody looks.

setInterval(async () => {
  if (document.hidden || document.activeElement?.closest("form")) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("standings-live"), old = document.getElementById("standings-live");
  if (fresh && fresh.innerHTML !== old.innerHTML) old.replaceWith(fresh);
}, 4000);
