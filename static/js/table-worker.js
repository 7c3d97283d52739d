/* The service worker of the page at a table: the page opens and reloads while the laptop is away.
   What it serves and which version that is stands in self.shell, which the server writes. Pages come
   from the laptop as long as it answers in time; files have their version in their names. */

const { version, files, folder, page, kept, leave } = self.shell;
const PREFIX = "allmark-table-";
const NAME = PREFIX + version;
const PATIENCE = 4_000;
const NOT_LET_IN = 404;
const JOIN = /^\/t\/\d+\/\d+\/[a-z2-7]+$/i;

/* What holds the player's own cards is sent as no-store and never kept; nor is another's page. */
const keep = async (cache, answer) => {
  if (answer.status === NOT_LET_IN) await cache.delete(kept);
  const isPrivate = (answer.headers.get("Cache-Control") ?? "").includes("no-store");
  if (answer.ok && !answer.redirected && !isPrivate) await cache.put(kept, answer);
};

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(files);
    await keep(cache, await fetch(kept, { cache: "no-store" }));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const inTime = async (request) => {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    return await fetch(request, { signal: patience.signal });
  } finally {
    clearTimeout(timer);
  }
};

const keptPage = async (request) => {
  const cache = await caches.open(NAME);
  try {
    const answer = await inTime(request);
    if (new URL(request.url).pathname === kept) await keep(cache, answer.clone());
    else if (answer.status === NOT_LET_IN) await cache.delete(kept);
    return answer;
  } catch {
    return (await cache.match(kept, { ignoreVary: true })) ?? Response.error();
  }
};

const keptFile = async (request) => {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
};

/* Whoever gives the phone away leaves no table behind. */
const left = async (request) => {
  const cache = await caches.open(NAME);
  await cache.delete(kept);
  return fetch(request);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && pathname === leave) event.respondWith(left(request));
  if (request.method !== "GET") return;
  if ([page, kept].includes(pathname)) event.respondWith(keptPage(request));
  else if (request.mode === "navigate" && JOIN.test(pathname)) event.respondWith(keptPage(request));
  else if (pathname.startsWith(folder)) event.respondWith(keptFile(request));
});
