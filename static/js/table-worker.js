/* The service worker of the page at a table: the page opens and reloads while the laptop is away.
   What it serves and which version that is stands in self.shell, which the server writes. Pages come
   from the laptop as long as it answers in time; files have their version in their names. */

const { version, files, folder, page, offlinePage, leave } = self.shell;
const PREFIX = "allmark-table-";
const NAME = PREFIX + version;
const PATIENCE = 4_000;
const NOT_LET_IN = 404;
const JOIN = /^\/t\/\d+\/\d+\/[a-z2-7]+$/i;

/* What holds the player's own cards is sent as no-store and never kept; nor is another's page. */
const keep = async (cache, answer) => {
  if (answer.status === NOT_LET_IN) await cache.delete(offlinePage);
  const isPrivate = (answer.headers.get("Cache-Control") ?? "").includes("no-store");
  if (answer.ok && !answer.redirected && !isPrivate) await cache.put(offlinePage, answer);
};

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(files);
    await keep(cache, await fetch(offlinePage, { cache: "no-store" }));
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

const pageOrCopy = async (request) => {
  const cache = await caches.open(NAME);
  try {
    const answer = await inTime(request);
    if (answer.status === NOT_LET_IN) await cache.delete(offlinePage);
    return answer;
  } catch {
    return (await cache.match(offlinePage, { ignoreVary: true })) ?? Response.error();
  }
};

/* Nobody waits for it, so that a slow laptop has its time. */
const renewed = async (request) => {
  const cache = await caches.open(NAME);
  const answer = await fetch(request);
  await keep(cache, answer.clone());
  return answer;
};

const storedFile = async (request) => {
  const cache = await caches.open(NAME);
  const stored = await cache.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
};

/* A form that the laptop does not answer leads back to the table, which says that it is away. With
   the phone given to somebody else, no table stays on it. */
const sent = async (request, isLeft) => {
  try {
    const answer = await fetch(request);
    if (isLeft) await (await caches.open(NAME)).delete(offlinePage);
    return answer;
  } catch {
    return Response.redirect(page, 303);
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  const isForm = request.method === "POST" && request.mode === "navigate";
  if (isForm && pathname.startsWith(page)) event.respondWith(sent(request, pathname === leave));
  if (request.method !== "GET") return;
  const isOpened = request.mode === "navigate" && (pathname === page || JOIN.test(pathname));
  if (pathname === offlinePage) event.respondWith(renewed(request));
  else if (isOpened) event.respondWith(pageOrCopy(request));
  else if (pathname.startsWith(folder)) event.respondWith(storedFile(request));
});
