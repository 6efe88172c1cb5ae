// Lets this browser be told by push; asks for it only when the button is pressed.

const button = document.getElementById("push-on");
const said = document.getElementById("push-said");
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const zone = document.querySelector("[data-zone]");

if (zone && zone.dataset.zone === "UTC") {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (here && ![...zone.options].some((one) => one.value === here)) zone.add(new Option(here, here));
  if (here) zone.value = here;
}

async function subscribe() {
  if (await Notification.requestPermission() !== "granted") throw new Error(button.dataset.denied);
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(button.dataset.key) });
  const answer = await fetch("/notices/ways", {
    method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(found),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.detail);
  location.href = told.go;
}

if (button) {
  if ("serviceWorker" in navigator && "PushManager" in window) {
    button.disabled = false;
    button.addEventListener("click", () => subscribe().catch((error) => { said.textContent = error.message || button.dataset.failed; }));
  } else said.textContent = button.dataset.unable;
}
