/*
 * Shows the offline page instead of the browser's own when there is no connection. The service worker caches that page
 * with its files and nothing else: every other page, script and answer comes from the server. So the browser never
 * shows an old version, and no personal data stays on the machine. The service worker ignores requests under /api/.
 */
const cacheName = 'escriba-offline-OFFLINE_VERSION';
const offlinePage = '/offline';
/** The build writes the path of each file with the hash of its content. */
const integrityOf = JSON.parse('OFFLINE_INTEGRITY');
const cachedPaths = Object.keys(integrityOf);

async function fillCache() {
  const cache = await caches.open(cacheName);
  // `reload` bypasses the HTTP cache, which may contain the files of an earlier release. During an upgrade a server of
  // another release may answer: `integrity` refuses its files, and the browser installs this worker at a later visit.
  const request = ([path, integrity]) =>
    new Request(path, { cache: 'reload', credentials: 'omit', integrity });
  await cache.addAll(Object.entries(integrityOf).map(request));
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith('escriba-') && name !== cacheName)
      .map((name) => caches.delete(name)),
  );
  // A preload under /api/ spends one-time tokens before the real request. The previous release enabled it, and the
  // setting outlives the worker.
  await self.registration.navigationPreload?.disable();
  await self.clients.claim();
}

async function navigate(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(offlinePage, { cacheName })) ?? Response.error();
  }
}

/** Fetches a file of the offline page from the server, and from the cache only while offline. */
async function fetchFile(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request.url, { cacheName })) ?? Response.error();
  }
}

self.addEventListener('install', (event) => {
  // No open page depends on the cache, so the new service worker need not wait until the old one's pages close.
  self.skipWaiting();
  event.waitUntil(fillCache());
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET' || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(navigate(request));
  else if (cachedPaths.includes(pathname)) event.respondWith(fetchFile(request));
});
