import { brokenPasswordRules } from '#domain/password.ts';

type Typed = { name?: string; email?: string; password?: string; occupation?: string };

const isEmpty = (text = '') => text.trim() === '';

/** Why the button does not yet open, one reason at a time; undefined as soon as it does. */
export function whatIsMissing({ name, email, password, occupation }: Typed) {
  if (isEmpty(name) || isEmpty(email) || isEmpty(password)) return 'Nome, e-mail e senha são obrigatórios.';
  if (brokenPasswordRules(password ?? '').length > 0) return 'A senha ainda não cumpre as cinco regras.';
  if (isEmpty(occupation)) return 'Escolha sua ocupação.';
  return undefined;
}
