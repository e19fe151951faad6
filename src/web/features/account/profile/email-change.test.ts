import { expect, test } from 'vitest';
import { emailChangeNote } from './email-change.ts';

const current = 'ana@antigo.com';
const pending = 'ana@novo.com';

test('after the request the note names the first link and the address that is still valid', () => {
  expect(emailChangeNote({ step: 'none', current, pending, changed: false })).toBe(
    'Primeiro abra o link que enviamos para ana@antigo.com; depois, o que enviaremos para ana@novo.com. Até lá, nada muda na conta.',
  );
});

test('after the first link the note names the second one', () => {
  expect(emailChangeNote({ step: 'back_from_link', current, pending, changed: false })).toMatch(
    /^Primeira confirmação recebida. Agora abra o link que enviamos para ana@novo.com./,
  );
});

test('after the second link the note confirms the change', () => {
  expect(
    emailChangeNote({ step: 'back_from_link', current: pending, pending: undefined, changed: true }),
  ).toBe('Pronto: o e-mail da conta agora é ana@novo.com.');
});

test('in another browser the note explains both links', () => {
  expect(emailChangeNote({ step: 'back_from_link', current, pending: undefined, changed: false })).toMatch(
    /só muda depois dos dois links/,
  );
});

test('an expired link asks for another request, and without a change there is no note', () => {
  expect(emailChangeNote({ step: 'link_over', current, pending, changed: false })).toMatch(
    /O link não vale mais/,
  );
  expect(emailChangeNote({ step: 'none', current, pending: undefined, changed: false })).toBeUndefined();
});
