import { expect, test } from 'vitest';
import { lastSeenText } from './sessions-part.tsx';

const seenAt = '2026-11-21T17:05:00.000Z';

test('a session of the last minutes is active now, and an older one shows a date', () => {
  expect(lastSeenText(seenAt, Date.parse(seenAt) + 4 * 60_000)).toBe('Ativa agora');
  expect(lastSeenText(seenAt, Date.parse(seenAt) + 6 * 60_000)).toBe(
    'Vista em 21 de novembro de 2026, 14:05',
  );
});
