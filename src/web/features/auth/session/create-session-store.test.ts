import { expect, test } from 'vitest';
import { ana, fakeBrowser, fakeSessionServer } from '#tests/helpers/browser-tabs.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { type KeptSession, readKeptSession } from './kept-session.ts';

const anaIn = { id: 's1', account: ana };

function open(session: typeof anaIn | null = anaIn) {
  const server = fakeSessionServer(session);
  const browser = fakeBrowser(server);
  const storedSession = (): KeptSession | null =>
    readKeptSession(JSON.parse(browser.local.getItem(storageKeys.session) ?? 'null'));
  return { server, browser, storedSession, ...browser.openTab() };
}

test('the store is checking until the server answers, then signed in with a stored session', async () => {
  const { store, storedSession, heard } = open();
  const checked = store.check();
  expect(store.current()).toEqual({ status: 'checking' });
  await checked;
  expect(store.current()).toEqual({ status: 'signed_in', account: ana });
  const { access_token: token, expires_at: expiresAt, ...rest } = storedSession() as KeptSession;
  expect(token).toBe(store.accessToken());
  expect(expiresAt * 1_000 - Date.now()).toBeGreaterThan(890_000);
  expect(rest).toMatchObject({ user: ana, session_id: 's1', level: 'aal1', next_level: 'aal1' });
  expect(heard()).toEqual(['SIGNED_IN']);
});

test('when the server has ended the session, the store signs the user out and deletes the stored session', async () => {
  const { store, server, storedSession, heard } = open();
  await store.check();
  server.session = null;
  await store.check();
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
  expect(storedSession()).toBeNull();
  expect(heard()).toEqual(['SIGNED_IN', 'SIGNED_OUT']);
  await store.check();
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
});

test('a session that ended while no page was open counts as ended', async () => {
  const { browser, store, server } = open();
  await store.check();
  server.session = null;
  const later = browser.openTab();
  await later.store.check();
  expect(later.store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
});

test('the store emits no event for a visitor without a previous session', async () => {
  const { store, heard } = open(null);
  await store.check();
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'absent' });
  expect(heard()).toEqual([]);
});

test('concurrent callers share one check', async () => {
  const { store, server } = open();
  await Promise.all([store.check(), store.check(), store.check()]);
  expect(server.requestCounts).toMatchObject({ session: 1, token: 1 });
});

test('a reload keeps a token that is still valid', async () => {
  const { browser, store, server } = open();
  await store.check();
  const again = browser.openTab();
  await again.store.check();
  expect(again.store.current().status).toBe('signed_in');
  expect(server.requestCounts).toMatchObject({ session: 2, token: 1 });
  expect(again.heard()).toEqual([]);
});

test('the store does not reuse a token of another session', async () => {
  const { browser, store, server } = open();
  await store.check();
  server.session = { id: 's2', account: { ...ana, id: 'u2', name: 'Bia' } };
  const again = browser.openTab();
  await again.store.check();
  expect(again.store.current()).toMatchObject({ account: { name: 'Bia' } });
  expect(server.requestCounts.token).toBe(2);
  expect(store.current()).toMatchObject({ account: { name: 'Bia' } });
});

test('an unreachable server does not sign anyone out, and a retry checks again', async () => {
  const { store, server } = open();
  server.fault = new Error('no answer');
  await store.check();
  expect(store.current()).toEqual({ status: 'unreachable' });
  server.fault = undefined;
  const retried = store.retry();
  expect(store.current()).toEqual({ status: 'checking' });
  await retried;
  expect(store.current().status).toBe('signed_in');
});

test('a failed later check keeps the user signed in', async () => {
  const { store, server } = open();
  await store.check();
  server.fault = new Error('no answer');
  await store.check();
  expect(store.current().status).toBe('signed_in');
});

test('a session without its second factor is not signed in until the token is refreshed', async () => {
  const { store, server, heard } = open();
  server.levels.next_aal = 'aal2';
  expect(await store.signedIn()).toEqual({ status: 'second_factor', account: ana });
  server.levels.aal = 'aal2';
  await store.refresh();
  expect(store.current()).toEqual({ status: 'signed_in', account: ana });
  expect(heard()).toEqual(['SIGNED_IN', 'TOKEN_REFRESHED']);
});

test('after a session has ended, another account is another one until somebody signs out', async () => {
  const { browser, store, server } = open();
  const bia = { ...ana, id: 'u2', name: 'Bia' };
  await store.check();
  browser.local.setItem('escriba.draft.u1.support', 'x');
  server.session = null;
  await store.check();
  expect([store.isAfterAnother(ana), store.isAfterAnother(bia)]).toEqual([false, true]);
  server.session = { id: 's2', account: bia };
  server.levels.next_aal = 'aal2';
  await store.signedIn();
  // Only the second factor proves the person.
  expect(browser.local.getItem('escriba.draft.u1.support')).toBe('x');
  server.levels.aal = 'aal2';
  await store.refresh();
  expect(browser.local.getItem('escriba.draft.u1.support')).toBeNull();
  await store.signOut();
  expect(store.isAfterAnother(ana)).toBe(false);
});

test('a refresh ignores a token that was requested before the change', async () => {
  const { store, server } = open();
  server.levels.next_aal = 'aal2';
  await store.signedIn();
  const before = store.accessToken();
  const renewed = store.renewToken(before);
  server.levels.aal = 'aal2';
  await Promise.all([renewed, store.refresh()]);
  expect(store.current().status).toBe('signed_in');
  expect(server.requestCounts.token).toBe(3);
});

test('a sign-in without a session resolves as signed out, and rejects if the server is unreachable', async () => {
  const { store, server } = open(null);
  expect(await store.signedIn()).toEqual({ status: 'signed_out', reason: 'absent' });
  server.fault = new Error('no answer');
  await expect(store.signedIn()).rejects.toThrow('no answer');
});

test('an older answer does not undo a sign-in', async () => {
  const { store, server } = open(null);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.delayedUntil = promise;
  const old = store.check();
  server.delayedUntil = undefined;
  server.session = anaIn;
  await store.signedIn();
  server.session = null;
  resolve();
  await old;
  expect(store.current().status).toBe('signed_in');
});

test('the store warns once about an unconfirmed e-mail and changes nothing else', async () => {
  const { store, server, warnings } = open({ id: 's1', account: { ...ana, email_confirmed: false } });
  await store.check();
  server.levels.next_aal = 'aal2';
  await store.refresh();
  await store.check();
  expect(warnings).toEqual(['the e-mail address of this session is not confirmed']);
  expect(store.current().status).toBe('second_factor');
});

test('listeners hear each change until they unsubscribe, and nothing without a change', async () => {
  const { store } = open();
  let heard = 0;
  const leave = store.subscribe(() => {
    heard += 1;
  });
  await store.check();
  await store.check();
  expect(heard).toBe(1);
  leave();
  store.signedOut();
  expect(heard).toBe(1);
});

test('the store shows and keeps changes by the account screen', async () => {
  const { store, storedSession, heard } = open();
  await store.check();
  heard();
  store.userChanged({ name: 'Ana Beatriz' });
  expect(store.current()).toMatchObject({ account: { name: 'Ana Beatriz', email: ana.email } });
  expect(storedSession()?.user.name).toBe('Ana Beatriz');
  expect(heard()).toEqual(['USER_UPDATED']);
});
