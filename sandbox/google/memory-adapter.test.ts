import { expect, test } from 'vitest';
import { createMemoryAdapter } from './memory-adapter.ts';

test('a record expires, and models do not share records', async () => {
  let nowMs = 1_000_000;
  const codes = createMemoryAdapter({ now: () => nowMs });
  await codes('AuthorizationCode').upsert('a', { grantId: 'g' }, 60);
  expect(await codes('AccessToken').find('a')).toBeUndefined();
  nowMs += 59_000;
  expect(await codes('AuthorizationCode').find('a')).toEqual({ grantId: 'g' });
  nowMs += 1_000;
  expect(await codes('AuthorizationCode').find('a')).toBeUndefined();
});

test('revoking a grant deletes its tokens, and a consumed token records the time', async () => {
  const records = createMemoryAdapter({ now: () => 5_000_000 });
  const tokens = records('AccessToken');
  await tokens.upsert('mine', { grantId: 'one' }, 60);
  await tokens.upsert('other', { grantId: 'two' }, 60);
  await tokens.consume('other');
  await tokens.revokeByGrantId('one');
  expect(await tokens.find('mine')).toBeUndefined();
  expect(await tokens.find('other')).toEqual({ grantId: 'two', consumed: 5_000 });
});

test('the adapter evicts the oldest records and finds a session by its uid until then', async () => {
  const records = createMemoryAdapter({ maxRecords: 2 });
  const sessions = records('Session');
  await sessions.upsert('a', { uid: 'A' }, 60);
  await sessions.upsert('b', { uid: 'B' }, 60);
  await sessions.upsert('a', { uid: 'A' }, 60);
  await sessions.upsert('c', { uid: 'C' }, 60);
  expect(await sessions.findByUid('A')).toEqual({ uid: 'A' });
  expect(await sessions.findByUid('B')).toBeUndefined();
  expect(await records('AccessToken').findByUid('A')).toBeUndefined();
  await sessions.destroy('a');
  expect(await sessions.find('a')).toBeUndefined();
});
