import { expect, test } from 'vitest';
import { ana, fakeBrowser, fakeSessionServer } from '#tests/browser-tabs.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';
import { type KeptSession, readKeptSession } from './kept-session.ts';

const anaIn = { id: 's1', account: ana };

function open(session: typeof anaIn | null = anaIn) {
  const server = fakeSessionServer(session);
  const browser = fakeBrowser(server);
  const kept = (): KeptSession | null =>
    readKeptSession(JSON.parse(browser.local.getItem(storageKeys.session) ?? 'null'));
  return { server, browser, kept, ...browser.openTab() };
}

test('it is checking until the server has answered, then in, with all that is kept of it', async () => {
  const { store, kept, heard } = open();
  const checked = store.check();
  expect(store.current()).toEqual({ status: 'checking' });
  await checked;
  expect(store.current()).toEqual({ status: 'signed_in', account: ana });
  const { access_token: token, expires_at: expiresAt, ...rest } = kept() as KeptSession;
  expect(token).toBe(store.accessToken());
  expect(expiresAt * 1_000 - Date.now()).toBeGreaterThan(890_000);
  expect(rest).toMatchObject({ user: ana, session_id: 's1', level: 'aal1', next_level: 'aal1' });
  expect(heard()).toEqual(['SIGNED_IN']);
});

test('a visitor is out, and what was kept is dropped', async () => {
  const { store, server, kept, heard } = open();
  await store.check();
  server.session = null;
  await store.check();
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
  expect(kept()).toBeNull();
  expect(heard()).toEqual(['SIGNED_IN', 'SIGNED_OUT']);
  await store.check();
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
});

test('a session that ended while no page was open is known to have ended', async () => {
  const { browser, store, server } = open();
  await store.check();
  server.session = null;
  const later = browser.openTab();
  await later.store.check();
  expect(later.store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
});

test('who never was in is told to nobody', async () => {
  const { store, heard } = open(null);
  await store.check();
  expect(store.current()).toEqual({ status: 'signed_out', reason: 'absent' });
  expect(heard()).toEqual([]);
});

test('callers at the same time share one question', async () => {
  const { store, server } = open();
  await Promise.all([store.check(), store.check(), store.check()]);
  expect(server.asked).toMatchObject({ session: 1, token: 1 });
});

test('a reload goes on with the token that is still good', async () => {
  const { browser, store, server } = open();
  await store.check();
  const again = browser.openTab();
  await again.store.check();
  expect(again.store.current().status).toBe('signed_in');
  expect(server.asked).toMatchObject({ session: 2, token: 1 });
  expect(again.heard()).toEqual([]);
});

test('a token of another session is not gone on with', async () => {
  const { browser, store, server } = open();
  await store.check();
  server.session = { id: 's2', account: { ...ana, id: 'u2', name: 'Bia' } };
  const again = browser.openTab();
  await again.store.check();
  expect(again.store.current()).toMatchObject({ account: { name: 'Bia' } });
  expect(server.asked.token).toBe(2);
  expect(store.current()).toMatchObject({ account: { name: 'Bia' } });
});

test('a server that cannot be asked makes nobody a visitor, and a retry asks again', async () => {
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

test('a later check that fails leaves a person in', async () => {
  const { store, server } = open();
  await store.check();
  server.fault = new Error('no answer');
  await store.check();
  expect(store.current().status).toBe('signed_in');
});

test('who has a second factor to pass is not in yet, and is after the new token', async () => {
  const { store, server, heard } = open();
  server.levels.next_aal = 'aal2';
  expect(await store.signedIn()).toEqual({ status: 'second_factor', account: ana });
  server.levels.aal = 'aal2';
  await store.refresh();
  expect(store.current()).toEqual({ status: 'signed_in', account: ana });
  expect(heard()).toEqual(['SIGNED_IN', 'TOKEN_REFRESHED']);
});

test('a refresh does not take the token that was under way before the change', async () => {
  const { store, server } = open();
  server.levels.next_aal = 'aal2';
  await store.signedIn();
  const before = store.accessToken();
  const renewed = store.renewToken(before);
  server.levels.aal = 'aal2';
  await Promise.all([renewed, store.refresh()]);
  expect(store.current().status).toBe('signed_in');
  expect(server.asked.token).toBe(3);
});

test('a sign-in that leaves no session behind is told, and one that cannot be asked rejects', async () => {
  const { store, server } = open(null);
  expect(await store.signedIn()).toEqual({ status: 'signed_out', reason: 'absent' });
  server.fault = new Error('no answer');
  await expect(store.signedIn()).rejects.toThrow('no answer');
});

test('an older answer does not undo a sign-in', async () => {
  const { store, server } = open(null);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.held = promise;
  const old = store.check();
  server.held = undefined;
  server.session = anaIn;
  await store.signedIn();
  server.session = null;
  resolve();
  await old;
  expect(store.current().status).toBe('signed_in');
});

test('an unconfirmed address is warned of, once, and nothing more', async () => {
  const { store, server, warnings } = open({ id: 's1', account: { ...ana, email_confirmed: false } });
  await store.check();
  server.levels.next_aal = 'aal2';
  await store.refresh();
  await store.check();
  expect(warnings).toEqual(['the e-mail address of this session is not confirmed']);
  expect(store.current().status).toBe('second_factor');
});

test('listeners hear each change until they leave, and nothing where nothing changed', async () => {
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

test('what the account screen saved is shown and kept', async () => {
  const { store, kept, heard } = open();
  await store.check();
  heard();
  store.userChanged({ name: 'Ana Beatriz' });
  expect(store.current()).toMatchObject({ account: { name: 'Ana Beatriz', email: ana.email } });
  expect(kept()?.user.name).toBe('Ana Beatriz');
  expect(heard()).toEqual(['USER_UPDATED']);
});
