import { expect, test } from 'vitest';
import { missingFieldText } from './sign-up-form.tsx';

const complete = {
  name: 'Ana',
  email: 'ana@exemplo.com',
  password: 'Segredo-forte-1',
  occupation: 'Estudante',
};

test('a complete form with a valid password has nothing missing', () => {
  expect(missingFieldText(complete)).toBeUndefined();
});

test.each([
  ['nothing was typed', {}, 'Nome, e-mail e senha são obrigatórios.'],
  ['the name is blank', { ...complete, name: '  ' }, 'Nome, e-mail e senha são obrigatórios.'],
  ['the e-mail is empty', { ...complete, email: '' }, 'Nome, e-mail e senha são obrigatórios.'],
  ['the password is empty', { ...complete, password: '' }, 'Nome, e-mail e senha são obrigatórios.'],
  ['the occupation is not chosen', { ...complete, occupation: '' }, 'Escolha sua ocupação.'],
])('the form shows the reason if %s', (_, typed, reason) => {
  expect(missingFieldText(typed)).toBe(reason);
});

test.each(['Curta-1', 'sem-maiuscula-1', 'SEM-MINUSCULA-1', 'Sem-numeros', 'SemEspecial1'])(
  'the password %s does not enable the button',
  (password) => {
    expect(missingFieldText({ ...complete, password })).toBe('A senha ainda não cumpre as cinco regras.');
  },
);
