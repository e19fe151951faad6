import { expect, test } from 'vitest';
import { openSealing } from './sealing.ts';

const sealing = openSealing('a secret of more than thirty-two letters');

test('what was sealed opens again, and never looks the same twice', () => {
  const sealed = sealing.seal('JBSWY3DPEHPK3PXP', 'totp');
  expect(sealing.open(sealed, 'totp')).toBe('JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(sealing.seal('JBSWY3DPEHPK3PXP', 'totp')).not.toBe(sealed);
});

test('another secret, another purpose or a changed letter opens nothing', () => {
  const sealed = sealing.seal('+5511999999999', 'phone');
  expect(() => openSealing('another secret of thirty-two letters!').open(sealed, 'phone')).toThrow();
  expect(() => sealing.open(sealed, 'totp')).toThrow();
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  expect(() => sealing.open(changed, 'phone')).toThrow();
});

test('a hash is the same for one secret and purpose only', () => {
  expect(sealing.hash('123456', 'sms')).toBe(sealing.hash('123456', 'sms'));
  expect(sealing.hash('123456', 'sms')).not.toBe(sealing.hash('123456', 'recovery'));
  expect(openSealing('another secret of thirty-two letters!').hash('123456', 'sms')).not.toBe(
    sealing.hash('123456', 'sms'),
  );
});
