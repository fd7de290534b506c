// The service worker: the files of this version are kept, so that the page opens without a network after one visit.

const VERSION = "@version@", FILES = ["./", "index.html", "app.css", "app.js", "editor.js", "worker.js", "judge.wasm", "engine.wasm", "examples.json", "exercises.json", "course.json"];
interface Extendable extends Event { waitUntil(p: Promise<unknown>): void }
interface Fetching extends Extendable { request: Request; respondWith(r: Promise<Response>): void }
const own = self as unknown as { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };

addEventListener("install", (e) => (e as Extendable).waitUntil(caches.open(VERSION).then((c) => c.addAll(FILES.map((f) => new Request(f, { cache: "reload" })))).then(() => own.skipWaiting())));
addEventListener("activate", (e) => (e as Extendable).waitUntil(caches.keys().then((keys) => Promise.all(keys.filter((k) => k !== VERSION).map((k) => caches.delete(k)))).then(() => own.clients.claim())));
addEventListener("fetch", (e) => {
  const fetching = e as Fetching, url = new URL(fetching.request.url);
  if (fetching.request.method !== "GET" || url.origin !== location.origin) return;
  fetching.respondWith(caches.match(fetching.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(fetching.request)));
});
