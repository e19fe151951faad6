/*
 * Reloads the offline page once the server answers again. The browser fires `online` only for its own connection, so
 * a request every few seconds finds a server that was away.
 */
const firstPauseMs = 3_000;
const longestPauseMs = 30_000;
let pauseMs = firstPauseMs;
let timer;

async function answers() {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    // A proxy answers with 502 to 504 while the server is away.
    return status < 500;
  } catch {
    return false;
  }
}

async function reloadWhenAnswered() {
  clearTimeout(timer);
  if (document.visibilityState === 'visible' && navigator.onLine && (await answers())) {
    location.reload();
    return;
  }
  clearTimeout(timer);
  // The random part keeps many browsers from asking a restarted server at the same moment.
  timer = setTimeout(reloadWhenAnswered, pauseMs * (0.75 + Math.random() / 2));
  pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
}

// A visit to the address of this page itself has no other page to wait for.
if (location.pathname !== '/offline') {
  addEventListener('online', reloadWhenAnswered);
  document.addEventListener('visibilitychange', reloadWhenAnswered);
  timer = setTimeout(reloadWhenAnswered, firstPauseMs);
}
