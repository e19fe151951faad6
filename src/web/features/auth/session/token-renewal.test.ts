import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ana, fakeBrowser, fakeSessionServer } from '#tests/helpers/browser-tabs.ts';
import { NetworkError, UnexpectedResponseError } from '#web/api/client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function openSignedIn() {
  const server = fakeSessionServer({ id: 's1', account: ana });
  const browser = fakeBrowser(server);
  const tab = browser.openTab();
  await tab.store.check();
  server.requestCounts.token = 0;
  tab.heard();
  return { server, browser, ...tab };
}

/** Holds the server's responses until the returned function is called. */
function holdServer(server: ReturnType<typeof fakeSessionServer>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.delayedUntil = promise;
  return () => {
    server.delayedUntil = undefined;
    resolve();
  };
}

test('any number of refused calls cause one token request', async () => {
  const { server, store } = await openSignedIn();
  const refused = store.accessToken();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => store.renewToken(refused)));
  expect(server.requestCounts.token).toBe(1);
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).not.toBe(refused);
  // A late refusal finds the new token in storage.
  expect(await store.renewToken(refused)).toBe(tokens[0]);
  expect(server.requestCounts.token).toBe(1);
});

test('two tabs that need a token at once share one request', async () => {
  const { server, browser, store, heard } = await openSignedIn();
  const other = browser.openTab();
  await other.store.check();
  vi.advanceTimersByTime(820_000);
  await Promise.all([store.tick(), other.store.tick()]);
  expect(server.requestCounts.token).toBe(1);
  expect(store.accessToken()).toBe(other.store.accessToken());
  expect(heard()).toEqual(['TOKEN_REFRESHED']);
  expect(other.heard()).toEqual(['TOKEN_REFRESHED']);
});

test('a tick renews the token when 90 s are left, not before', async () => {
  const { server, store } = await openSignedIn();
  vi.advanceTimersByTime(809_000);
  await store.tick();
  expect(server.requestCounts.token).toBe(0);
  vi.advanceTimersByTime(1_000);
  await store.tick();
  expect(server.requestCounts.token).toBe(1);
  await store.tick();
  expect(server.requestCounts.token).toBe(1);
});

test.each([
  ['behind', 7_200_000],
  ['ahead', -7_200_000],
])('a computer whose clock is hours %s renews at the normal rate', async (_, aheadMs) => {
  const { server, store } = await openSignedIn();
  server.aheadMs = aheadMs;
  await store.refresh();
  server.requestCounts.token = 0;
  for (let minute = 0; minute < 60; minute += 0.5) {
    vi.advanceTimersByTime(30_000);
    await store.tick();
  }
  expect(server.requestCounts.token).toBe(4);
});

test('the store retries an unreachable server for 30 s with growing back-off', async () => {
  const { server, store } = await openSignedIn();
  server.fault = new NetworkError('away');
  const ended = store.renewToken(store.accessToken()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(server.requestCounts.token).toBe(6);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await ended).toBe(server.fault);
  expect(server.requestCounts.token).toBe(6);
  expect(store.current().status).toBe('signed_in');
});

test('a renewal outlasts a server restart', async () => {
  const { server, store } = await openSignedIn();
  server.fault = new UnexpectedResponseError(502, undefined);
  const renewed = store.renewToken(store.accessToken());
  await vi.advanceTimersByTimeAsync(2_000);
  server.fault = undefined;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await renewed).toBe(store.accessToken());
});

test('the store does not retry a permanent error', async () => {
  const { server, store } = await openSignedIn();
  server.fault = new UnexpectedResponseError(200, undefined);
  await expect(store.renewToken(store.accessToken())).rejects.toBe(server.fault);
  expect(server.requestCounts.token).toBe(1);
});

test('a session unknown to the server has ended', async () => {
  const { server, store, heard } = await openSignedIn();
  server.session = null;
  expect(await store.renewToken(store.accessToken())).toBeUndefined();
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
  expect(heard()).toEqual(['SIGNED_OUT']);
});

test('a cookie of another account shows that account', async () => {
  const { server, store } = await openSignedIn();
  server.session = { id: 's2', account: { ...ana, id: 'u2', name: 'Bia' } };
  await store.refresh();
  expect(store.current()).toMatchObject({ status: 'signed_in', account: { id: 'u2', name: 'Bia' } });
});

test('a token that arrives during sign-out is discarded', async () => {
  const { server, store } = await openSignedIn();
  const releaseServer = holdServer(server);
  const renewed = store.renewToken(store.accessToken());
  await vi.advanceTimersByTimeAsync(0);
  expect(server.requestCounts.token).toBe(1);
  const left = store.signOut();
  releaseServer();
  expect(await renewed).toBeUndefined();
  await left;
  expect(store.accessToken()).toBeUndefined();
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'left' });
});

test('a call refused during sign-out gets no new token', async () => {
  const { server, store } = await openSignedIn();
  const refused = store.accessToken();
  server.fault = new NetworkError('away');
  await store.signOut();
  server.fault = undefined;
  expect(await store.renewToken(refused)).toBeUndefined();
  expect(server.requestCounts.token).toBe(0);
});

test('an outdated check does not undo a sign-out', async () => {
  const { server, store } = await openSignedIn();
  const releaseServer = holdServer(server);
  const checked = store.check();
  await vi.advanceTimersByTimeAsync(0);
  store.signedOut();
  releaseServer();
  await checked;
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(store.accessToken()).toBeUndefined();
});
