import { expect, test } from 'vitest';
import { ana, fakeBrowser, fakeSessionServer } from '#tests/browser-tabs.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';
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

test('a sign-in in one tab brings the others in', async () => {
  const server = fakeSessionServer(null);
  const browser = fakeBrowser(server);
  const [one, two] = [browser.openTab(), browser.openTab()];
  await Promise.all([one.store.check(), two.store.check()]);
  server.session = { id: 's1', account: ana };
  await one.store.signedIn();
  expect(two.store.current()).toEqual({ status: 'signed_in', account: ana });
  expect([one.heard(), two.heard()]).toEqual([['SIGNED_IN'], ['SIGNED_IN']]);
});

test('a sign-out in one tab takes the others out, with what each keeps for itself', async () => {
  const { browser, server, one, two } = await openTwo();
  browser.local.setItem(storageKeys.theme, 'dark');
  two.own.setItem('draft', 'x');
  await one.store.signOut();
  expect(two.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(two.own.getItem('draft')).toBeNull();
  expect(browser.local.getItem(storageKeys.session)).toBeNull();
  expect(browser.local.getItem(storageKeys.theme)).toBe('dark');
  expect(browser.local.getItem(storageKeys.owedSignOut)).toBeNull();
  expect(server.session).toBeNull();
});

test('a deleted account is out everywhere, and the server is not asked for a sign-out', async () => {
  const { server, one, two } = await openTwo();
  one.store.accountDeleted();
  expect([one.heard(), two.heard()]).toEqual([['USER_DELETED'], ['USER_DELETED']]);
  expect(two.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(server.asked.signOut).toBe(0);
});

test('a changed name is seen in every tab', async () => {
  const { one, two } = await openTwo();
  one.store.userChanged({ name: 'Ana Beatriz', image: 'data:image/png;base64,AA' });
  expect(two.store.current()).toEqual(one.store.current());
  expect(two.store.current()).toMatchObject({ account: { name: 'Ana Beatriz' } });
  expect(two.heard()).toEqual(['USER_UPDATED']);
});

test('a session that ended takes the others out, and leaves them what they had begun', async () => {
  const { server, one, two } = await openTwo();
  two.own.setItem('draft', 'x');
  server.session = null;
  await one.store.check();
  expect(two.store.current()).toEqual({ status: 'signed_out', reason: 'ended' });
  expect(two.own.getItem('draft')).toBe('x');
});

test('what is said of a session that is not this tab’s any more changes nothing', async () => {
  const { server, browser, one, two } = await openTwo();
  const late: SessionEvent = { type: 'SIGNED_OUT', reason: 'left', session_id: 's1' };
  server.session = { id: 's2', account: bia };
  await one.store.signedIn();
  two.store.hear(late);
  expect(two.store.current()).toMatchObject({ status: 'signed_in', account: { name: 'Bia' } });
  expect(browser.local.getItem(storageKeys.session)).not.toBeNull();
});

test('a token that another tab got in the moment of the sign-out is gone with it', async () => {
  const { browser, one, two } = await openTwo();
  const text = browser.local.getItem(storageKeys.session) ?? '';
  await one.store.signOut();
  // As if the other tab had written before it heard of the sign-out, and told everybody.
  browser.local.setItem(storageKeys.session, text);
  one.store.hear({ type: 'TOKEN_REFRESHED', session: JSON.parse(text) });
  two.store.hear({ type: 'SIGNED_OUT', reason: 'left', session_id: 's1' });
  expect(one.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(browser.local.getItem(storageKeys.session)).toBeNull();
});

test('a page that comes back from the browser’s memory does not show who has left', async () => {
  const { browser, one } = await openTwo();
  browser.local.clear();
  one.store.resync();
  expect(one.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
});

test('messages of another shape are not heard', () => {
  for (const message of [
    null,
    'SIGNED_OUT',
    {},
    { type: 'OTHER' },
    { type: 'SIGNED_IN', session: { user: 1 } },
  ])
    expect(readSessionEvent(message)).toBeNull();
});

test('while the server is away, a sign-out is this browser’s at once and the server’s later', async () => {
  const { server, browser, one } = await openTwo();
  server.fault = new Error('away');
  await one.store.signOut();
  expect(one.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(browser.local.getItem(storageKeys.session)).toBeNull();

  // Its cookie is still there, and opens nothing.
  const stillAway = browser.openTab();
  await stillAway.store.check();
  expect(stillAway.store.current()).toEqual({ status: 'signed_out', reason: 'left' });

  server.fault = undefined;
  const next = browser.openTab();
  await next.store.check();
  expect(next.store.current()).toEqual({ status: 'signed_out', reason: 'left' });
  expect(server.session).toBeNull();
  expect(browser.local.getItem(storageKeys.owedSignOut)).toBeNull();
});

test('a sign-out that is still owed does not end the session of who came in after it', async () => {
  const { server, browser, one } = await openTwo();
  server.fault = new Error('away');
  await one.store.signOut();
  server.fault = undefined;
  server.session = { id: 's2', account: bia };
  server.asked.signOut = 0;
  const next = browser.openTab();
  await next.store.check();
  expect(next.store.current()).toMatchObject({ status: 'signed_in', account: { name: 'Bia' } });
  expect(server.asked.signOut).toBe(0);
  expect(browser.local.getItem(storageKeys.owedSignOut)).toBeNull();
});

test('two presses on the way out are one', async () => {
  const { server, browser, one } = await openTwo();
  server.fault = new Error('away');
  await Promise.all([one.store.signOut(), one.store.signOut()]);
  expect(server.asked.signOut).toBe(1);
  expect(browser.local.getItem(storageKeys.owedSignOut)).toBe('s1');
});
