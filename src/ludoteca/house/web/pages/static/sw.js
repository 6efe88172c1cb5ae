// Shows notices while no page is open, and leads to the table. It keeps nothing and intercepts nothing.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? { title: "Ludoteca", body: "", link: "/yours" };
  event.waitUntil(self.registration.showNotification(told.title, {
    body: told.body, tag: told.link, renotify: true, icon: "/static/icon.svg", badge: "/static/icon.svg", data: { link: told.link },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link, self.location.origin).href;
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((pages) => {
    const open = pages.find((page) => page.url === link);
    return open ? open.focus() : self.clients.openWindow(link);
  }));
});
