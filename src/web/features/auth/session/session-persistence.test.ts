import { expect, test } from 'vitest';
import { ana, fakeStorage } from '#tests/helpers/browser-tabs.ts';
import { unsignedAccessToken } from '#tests/helpers/unsigned-access-token.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { sessionFromToken } from './kept-session.ts';
import { openSessionPersistence } from './session-persistence.ts';

const kept = sessionFromToken(unsignedAccessToken({ sub: 'u1', sid: 's1' }), ana, Date.now());

function open() {
  const [local, session] = [new Map<string, string>(), new Map<string, string>()];
  const memory = openSessionPersistence({
    local: () => fakeStorage(local),
    session: () => fakeStorage(session),
  });
  return { local, session, memory };
}

test('a sign-out deletes everything but the theme', () => {
  const { local, session, memory } = open();
  local.set(storageKeys.theme, 'dark').set('draft', 'x');
  session.set('draft', 'y');
  memory.write(kept);
  memory.clear({ accountId: 'u1', pendingSessionId: null });
  expect([...local]).toEqual([[storageKeys.theme, 'dark']]);
  expect(session.size).toBe(0);
  expect(memory.read()).toBeNull();
});

test('a sign-out keeps the unsent work of other accounts and the ids of recordings to delete', () => {
  const { local, memory } = open();
  const ofOthers = [
    'escriba.draft.u2.support',
    'escriba.upload.u2.a',
    'escriba.discardedUpload.u2.c',
    'escriba.discardedRecordings',
  ];
  const own = ['escriba.draft.u1.support', 'escriba.upload.u1.b', 'escriba.upload.withoutAccount'];
  for (const key of [...ofOthers, ...own]) local.set(key, 'x');
  memory.clear({ accountId: '', pendingSessionId: null });
  expect([...local.keys()]).toEqual([...ofOthers, ...own.slice(0, 2)]);
  memory.clear({ accountId: 'u1', pendingSessionId: null });
  expect([...local.keys()]).toEqual(ofOthers);
  memory.clear({ accountId: null, pendingSessionId: null });
  expect([...local.keys()]).toEqual(['escriba.discardedRecordings']);
});

test('a pending sign-out survives the next sign-out until the server confirms it', () => {
  const { memory } = open();
  memory.clear({ accountId: 'u1', pendingSessionId: 's1' });
  memory.clear({ accountId: 'u1', pendingSessionId: null });
  expect(memory.pendingSignOut()).toBe('s1');
  memory.settleSignOut();
  expect(memory.pendingSignOut()).toBeNull();
});

test('a session that ended by itself deletes only itself', () => {
  const { local, memory } = open();
  local.set('draft', 'x');
  memory.write(kept);
  memory.drop();
  expect([...local.keys()]).toEqual(['draft']);
});

test('the sign-in of another account deletes the texts of others, but not their unsent files', () => {
  const { local, memory } = open();
  const kept = ['escriba.draft.u2.support', 'escriba.upload.u1.a', 'escriba.theme'];
  for (const key of [...kept, 'escriba.draft.u1.support', 'escriba.draft.u22.x', 'escriba.pendingEmail'])
    local.set(key, 'x');
  memory.deleteTextsOfOthers('u2');
  expect([...local.keys()]).toEqual(kept);
  local.set('escriba.pendingEmail', '{"accountId":"u2","email":"nova@exemplo.com"}');
  memory.deleteTextsOfOthers('u2');
  expect(local.has('escriba.pendingEmail')).toBe(true);
});

test('a message from another tab does not restore a deleted session', () => {
  const { local, memory } = open();
  memory.remember(kept);
  expect(local.size).toBe(0);
  expect(memory.isCleared()).toBe(true);
});

test('a message from another tab counts at once, before storage shows it', () => {
  const { local, memory } = open();
  memory.write(kept);
  const user = { ...ana, id: 'u2', name: 'Bia' };
  const token = unsignedAccessToken({ sub: 'u2', sid: 's2' });
  const next = sessionFromToken(token, user, kept.received_at_ms + 1);
  memory.remember(next);
  expect(memory.read()).toEqual(next);
  const later = { ...next, received_at_ms: kept.received_at_ms + 2 };
  local.set(storageKeys.session, JSON.stringify(later));
  expect(memory.read()).toEqual(later);
});

test('the storage drops only the session that was signed out', () => {
  const { memory } = open();
  memory.write(kept);
  memory.dropIfOf('s2');
  expect(memory.read()).toEqual(kept);
  memory.dropIfOf('s1');
  expect(memory.read()).toBeNull();
});

test('without storage a session lasts as long as the page', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const memory = openSessionPersistence({ local: forbidden, session: forbidden });
  memory.write(kept);
  expect(memory.read()).toBe(kept);
  memory.clear({ accountId: 'u1', pendingSessionId: 's1' });
  expect(memory.read()).toBeNull();
  memory.remember(kept);
  expect(memory.read()).toBe(kept);
  memory.clearThisTab();
  expect(memory.read()).toBeNull();
});
