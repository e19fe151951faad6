import { expect, test } from 'vitest';
import { AccountFormSchema } from './account-form-schema.ts';

function faultOf(newPassword: string) {
  const typed = { name: 'Ana', email: 'ana@exemplo.com', newPassword };
  return AccountFormSchema.safeParse(typed).error?.issues.map(({ path, message }) => [path[0], message]);
}

test('a blank password changes nothing', () => {
  expect(faultOf('')).toBeUndefined();
});

test('under six characters only that is said', () => {
  expect(faultOf('Ab-1')).toEqual([['newPassword', 'A nova senha deve ter pelo menos 6 caracteres.']]);
});

test('from six on every broken rule is said, joined', () => {
  expect(faultOf('abcdef')).toEqual([
    [
      'newPassword',
      'A senha deve ter pelo menos 8 caracteres. A senha deve ter pelo menos uma letra maiúscula. A senha deve ter pelo menos um número. A senha deve ter pelo menos um caractere especial.',
    ],
  ]);
});

test('one that keeps the five rules is taken', () => {
  expect(faultOf('Segredo-forte-1')).toBeUndefined();
});
