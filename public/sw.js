/*
 * Shows one page of ours in the place of the browser's own when there is no connection. It keeps that page and
 * nothing else: every page, script and answer comes from the server as if this file were not there, so nobody reads
 * an old version and nothing of anybody is left on the machine.
 */
const keptName = 'escriba-offline-OFFLINE_VERSION';
const offlinePage = '/offline';
const kept = [offlinePage, '/offline/offline.css', '/offline/instrument-sans.woff2', '/icon.svg'];

async function keep() {
  const cache = await caches.open(keptName);
  // Past the browser's own cache, which might still hold those of before.
  await cache.addAll(kept.map((path) => new Request(path, { cache: 'reload', credentials: 'omit' })));
}

async function begin() {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith('escriba-') && name !== keptName)
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
    return (await caches.match(offlinePage, { cacheName: keptName })) ?? Response.error();
  }
}

/** What the offline page is made of; online even these come from the server. */
async function fileOf(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request.url, { cacheName: keptName })) ?? Response.error();
  }
}

self.addEventListener('install', (event) => {
  // It holds nothing that an open page depends on, so it need not wait for the last one of before to close.
  self.skipWaiting();
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => event.waitUntil(begin()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET' || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(navigate(request));
  else if (kept.includes(pathname)) event.respondWith(fileOf(request));
});
