import { expect, test } from 'vitest';
import { ana, fakeBrowser, fakeSessionServer } from '#tests/helpers/browser-tabs.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { readSessionEvent, type SessionEvent } from './session-events.ts';

const bia = { ...ana, id: 'u2', name: 'Bia' };

async function openTwo() {
  const server = fakeSessionServer({ id: 's1', account: ana });
  const browser = fakeBrowser(server);
  const [one, two] = [browser.openTab(), browser.openTab()];
  await one.store.check();
  await two.store.check();
  one.heard();
  two.heard();
  return { server, browser, one, two };
}

test('a sign-in in one tab signs in the others', async () => {
  const server = fakeSessionServer(null);
  const browser = fakeBrowser(server);
  const [one, two] = [browser.openTab(), browser.openTab()];
  await Promise.all([one.store.check(), two.store.check()]);
  server.session = { id: 's1', account: ana };
  await one.store.signedIn();
  expect(two.store.current()).toEqual({ status: 'signed_in', account: ana });
  expect([one.heard(), two.heard()]).toEqual([['SIGNED_IN'], ['SIGNED_IN']]);
});

test('a sign-out in one tab signs out the others and clears their own storage', async () => {
  const { browser, server, one, two } = await openTwo();
  browser.local.setItem(storageKeys.theme, 'dark');
  two.own.setItem('draft', 'x');
  await one.store.signOut();
  expect(two.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(two.own.getItem('draft')).toBeNull();
  expect(browser.local.getItem(storageKeys.session)).toBeNull();
  expect(browser.local.getItem(storageKeys.theme)).toBe('dark');
  expect(browser.local.getItem(storageKeys.pendingSignOut)).toBeNull();
  expect(server.session).toBeNull();
});

test('a deleted account is signed out in every tab without a sign-out request', async () => {
  const { server, one, two } = await openTwo();
  one.store.accountDeleted();
  expect([one.heard(), two.heard()]).toEqual([['USER_DELETED'], ['USER_DELETED']]);
  expect(two.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(server.requestCounts.signOut).toBe(0);
});

test('a changed name appears in every tab', async () => {
  const { one, two } = await openTwo();
  one.store.userChanged({ name: 'Ana Beatriz', image: 'data:image/png;base64,AA' });
  expect(two.store.current()).toEqual(one.store.current());
  expect(two.store.current()).toMatchObject({ account: { name: 'Ana Beatriz' } });
  expect(two.heard()).toEqual(['USER_UPDATED']);
});

test('an ended session signs out the others but keeps their drafts', async () => {
  const { server, one, two } = await openTwo();
  two.own.setItem('draft', 'x');
  server.session = null;
  await one.store.check();
  expect(two.store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
  expect(two.own.getItem('draft')).toBe('x');
});

test('an event of another session changes nothing', async () => {
  const { server, browser, one, two } = await openTwo();
  const late: SessionEvent = { type: 'SIGNED_OUT', reason: 'left', session_id: 's1' };
  server.session = { id: 's2', account: bia };
  await one.store.signedIn();
  two.store.hear(late);
  expect(two.store.current()).toMatchObject({ status: 'signed_in', account: { name: 'Bia' } });
  expect(browser.local.getItem(storageKeys.session)).not.toBeNull();
});

test('the sign-out also deletes a token that another tab receives meanwhile', async () => {
  const { browser, one, two } = await openTwo();
  const text = browser.local.getItem(storageKeys.session) ?? '';
  await one.store.signOut();
  // Simulates a tab that wrote and announced a token before it received the sign-out.
  browser.local.setItem(storageKeys.session, text);
  one.store.hear({ type: 'TOKEN_REFRESHED', session: JSON.parse(text) });
  two.store.hear({ type: 'SIGNED_OUT', reason: 'left', session_id: 's1' });
  expect(one.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(browser.local.getItem(storageKeys.session)).toBeNull();
});

test('a page restored from the back/forward cache does not show the signed-out account', async () => {
  const { browser, one } = await openTwo();
  browser.local.clear();
  one.store.resync();
  expect(one.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
});

test('a tab ignores messages of another shape', () => {
  for (const message of [
    null,
    'SIGNED_OUT',
    {},
    { type: 'OTHER' },
    { type: 'SIGNED_IN', session: { user: 1 } },
  ])
    expect(readSessionEvent(message)).toBeNull();
});

test('without the server a sign-out clears this browser at once and reaches the server later', async () => {
  const { server, browser, one } = await openTwo();
  server.fault = new Error('away');
  await one.store.signOut();
  expect(one.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(browser.local.getItem(storageKeys.session)).toBeNull();

  // The cookie still exists, but must not sign the person in.
  const stillAway = browser.openTab();
  await stillAway.store.check();
  expect(stillAway.store.current()).toEqual({ status: 'signed_out', reason: 'left' });

  server.fault = undefined;
  const next = browser.openTab();
  await next.store.check();
  expect(next.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(server.session).toBeNull();
  expect(browser.local.getItem(storageKeys.pendingSignOut)).toBeNull();
});

test('a pending sign-out does not end the session of the next user', async () => {
  const { server, browser, one } = await openTwo();
  server.fault = new Error('away');
  await one.store.signOut();
  server.fault = undefined;
  server.session = { id: 's2', account: bia };
  server.requestCounts.signOut = 0;
  const next = browser.openTab();
  await next.store.check();
  expect(next.store.current()).toMatchObject({ status: 'signed_in', account: { name: 'Bia' } });
  expect(server.requestCounts.signOut).toBe(0);
  expect(browser.local.getItem(storageKeys.pendingSignOut)).toBeNull();
});

test('two clicks on sign-out cause one request', async () => {
  const { server, browser, one } = await openTwo();
  server.fault = new Error('away');
  await Promise.all([one.store.signOut(), one.store.signOut()]);
  expect(server.requestCounts.signOut).toBe(1);
  expect(browser.local.getItem(storageKeys.pendingSignOut)).toBe('s1');
});
