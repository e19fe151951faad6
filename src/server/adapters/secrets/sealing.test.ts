import { expect, test } from 'vitest';
import { openSealing } from './sealing.ts';

const sealing = openSealing('a secret of more than thirty-two letters');

test('sealed text opens again, and two seals of one text differ', () => {
  const sealed = sealing.seal('JBSWY3DPEHPK3PXP', 'totp');
  expect(sealing.open(sealed, 'totp')).toBe('JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(sealing.seal('JBSWY3DPEHPK3PXP', 'totp')).not.toBe(sealed);
});

test('open fails with another secret, another purpose or a changed character', () => {
  const sealed = sealing.seal('+5511999999999', 'phone');
  expect(() => openSealing('another secret of thirty-two letters!').open(sealed, 'phone')).toThrow();
  expect(() => sealing.open(sealed, 'totp')).toThrow();
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  expect(() => sealing.open(changed, 'phone')).toThrow();
});

test('a hash depends on its secret and its purpose', () => {
  expect(sealing.hash('123456', 'sms')).toBe(sealing.hash('123456', 'sms'));
  expect(sealing.hash('123456', 'sms')).not.toBe(sealing.hash('123456', 'recovery'));
  expect(openSealing('another secret of thirty-two letters!').hash('123456', 'sms')).not.toBe(
    sealing.hash('123456', 'sms'),
  );
});

test('an old secret opens only stored data, and never seals, hashes or opens outside data', () => {
  const before = openSealing('the secret that was there before it');
  const rotated = openSealing('a secret of more than thirty-two letters', [
    'one that is older than all others here',
    'the secret that was there before it',
  ]);
  const kept = before.seal('+5511999999999', 'factor');
  expect(rotated.openKept(kept, 'factor')).toBe('+5511999999999');
  expect(() => rotated.openKept(kept, 'phone')).toThrow();
  expect(() => rotated.open(kept, 'factor')).toThrow();
  expect(() => sealing.openKept(kept, 'factor')).toThrow('unknown secret');

  const again = rotated.reseal(kept, 'factor');
  if (typeof again === 'string') throw new Error(again);
  expect(sealing.open(again.sealed, 'factor')).toBe('+5511999999999');
  expect(rotated.reseal(again.sealed, 'factor')).toBe('fresh');
  expect(sealing.reseal(kept, 'factor')).toBe('unreadable');

  expect(rotated.hash('123456', 'recovery')).toBe(sealing.hash('123456', 'recovery'));
  expect(rotated.hashesKept('123456', 'recovery')).toContain(before.hash('123456', 'recovery'));
  expect(sealing.hashesKept('123456', 'recovery')).toEqual([sealing.hash('123456', 'recovery')]);
});
