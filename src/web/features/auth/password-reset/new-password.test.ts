import { expect, test } from 'vitest';
import { NewPasswordSchema } from './new-password.ts';

function firstFault(newPassword: string, confirmation: string) {
  const [issue] = NewPasswordSchema.safeParse({ newPassword, confirmation }).error?.issues ?? [];
  return issue === undefined ? undefined : [issue.path[0], issue.message];
}

test.each([
  ['', '', 'newPassword', 'Informe a nova senha.'],
  ['Ab-1', '', 'newPassword', 'A senha deve ter pelo menos 6 caracteres.'],
  ['Abc-12', '', 'newPassword', 'A senha deve ter pelo menos 8 caracteres.'],
  ['segredo-forte-1', '', 'newPassword', 'A senha deve ter pelo menos uma letra maiúscula.'],
  ['SEGREDO-FORTE-1', '', 'newPassword', 'A senha deve ter pelo menos uma letra minúscula.'],
  ['Segredo-forte', '', 'newPassword', 'A senha deve ter pelo menos um número.'],
  ['SegredoForte1', '', 'newPassword', 'A senha deve ter pelo menos um caractere especial.'],
  ['Segredo-forte-1', 'Segredo-forte-2', 'confirmation', 'As senhas não coincidem.'],
])('the form refuses "%s" and "%s" at %s: %s', (newPassword, confirmation, field, text) => {
  expect(firstFault(newPassword, confirmation)).toEqual([field, text]);
});

test('the form accepts a valid password that is typed twice', () => {
  expect(firstFault('Segredo-forte-1', 'Segredo-forte-1')).toBeUndefined();
});
