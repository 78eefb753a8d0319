/**
 * Keeps what the quick sheets need, so that they are there without a network. All else passes it by.
 *
 * Where the server answers, its answer is shown: what is kept stands in only when it does not, or is slow. So no sheet outlives
 * the one of the server's that a person could see.
 */
const KEPT = "sheets";
// in ms, for a network that is there and does not answer
const PATIENCE = 4000;
// the page for every address of the client; the sheets have the only ones that are opened from what is kept
const PAGE = "/sheet";
const PAGES = /^\/(sheet|rules)\//;
const DATA = /^\/api\/v1\/(games$|sheets\/|rules\/|games\/[^/]+\/picture$)/;

addEventListener("install", () => globalThis.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(globalThis.clients.claim()));

addEventListener("message", (event) => {
  const [port] = event.ports;
  const kept = keep(event.data).then(
    () => port.postMessage(true),
    () => port.postMessage(false),
  );
  event.waitUntil(kept);
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (PAGES.test(pathname)) event.respondWith(newest(request, PAGE));
  } else if (pathname.startsWith("/assets/")) {
    // its name changes with its content
    event.respondWith(caches.match(pathname).then((found) => found ?? fetch(request)));
  } else if (DATA.test(pathname)) event.respondWith(newest(request, pathname + search));
});

/** Keeps what is at these addresses and the page itself; what was kept before goes once all of it is there. */
async function keep(addresses) {
  const wanted = [PAGE, ...addresses];
  const cache = await caches.open(KEPT);
  await Promise.all(
    wanted.map(async (address) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(address);
      await cache.put(address, answer);
    }),
  );
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (!wanted.includes(pathname + search)) await cache.delete(url);
  }
}

/** The server's answer; what is kept of `address` where it does not come in time. */
async function newest(request, address) {
  const kept = await caches.match(address);
  if (!kept) return fetch(request);
  const answer = fetch(request).then(
    (found) => (found.status < 500 ? found : kept),
    () => kept,
  );
  return Promise.race([answer, new Promise((late) => setTimeout(late, PATIENCE, kept))]);
}
