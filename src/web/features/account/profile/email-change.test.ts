import { expect, test } from 'vitest';
import { emailChangeNote } from './email-change.ts';

const current = 'ana@antigo.com';
const pending = 'ana@novo.com';

test('after the request: which address is asked first, and which one holds', () => {
  expect(emailChangeNote({ step: 'none', current, pending, changed: false })).toBe(
    'Primeiro abra o link que enviamos para ana@antigo.com; depois, o que enviaremos para ana@novo.com. Até lá, nada muda na conta.',
  );
});

test('back from the first link the second is named', () => {
  expect(emailChangeNote({ step: 'back_from_link', current, pending, changed: false })).toMatch(
    /^Primeira confirmação recebida. Agora abra o link que enviamos para ana@novo.com./,
  );
});

test('back from the second link it is said that the change is made', () => {
  expect(
    emailChangeNote({ step: 'back_from_link', current: pending, pending: undefined, changed: true }),
  ).toBe('Pronto: o e-mail da conta agora é ana@novo.com.');
});

test('in a browser that did not ask, both links are explained', () => {
  expect(emailChangeNote({ step: 'back_from_link', current, pending: undefined, changed: false })).toMatch(
    /só muda depois dos dois links/,
  );
});

test('a link that is over asks for another request, and without any change there is nothing to say', () => {
  expect(emailChangeNote({ step: 'link_over', current, pending, changed: false })).toMatch(
    /O link não vale mais/,
  );
  expect(emailChangeNote({ step: 'none', current, pending: undefined, changed: false })).toBeUndefined();
});
