import { expect, test } from 'vitest';
import { brokenPasswordRules } from '#domain/password.ts';
import { isCommonPassword } from './leaked-passwords.ts';

test.each([
  'Senha@123',
  'Mudar@123',
  'Brasil@2026',
  'Flamengo@1',
  'Flamengo1@',
  'S3nh@123!',
  'P@ssw0rd',
  'P@ssw0rd1',
  'Password1!',
  'Qwerty@123',
  'Abc@1234',
  'Abcd-1234',
  'Jesus@2025',
  'Deus_é_fiel1',
  'Corinthians#1910',
  'Palmeiras.1',
  'Admin@123',
  'Teste@2024',
  '123@Mudar',
  'TeAmo@123456',
  'Aa@123456',
  'São-Paulo1',
])('the built-in list contains %s', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'Segredo-forte-1',
  'Outro-segredo-2',
  'Outra-senha-forte-7',
  'Uma-frase-longa-9',
  'cavalo bateria grampo 7 Certo!',
  'xK7#pq2!Lm',
  'Maria-foi-ao-mar-3',
  'T0rr3-d3-p3dr4',
  '7-Gatos-na-chuva',
])('the built-in list does not contain %s', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('the list refuses passwords that satisfy all rules for new passwords', () => {
  for (const password of ['Senha@123', 'Mudar@123', 'Brasil@2026', 'Flamengo@1', 'S3nh@123!'])
    expect(brokenPasswordRules(password)).toEqual([]);
});
