import { expect, test } from 'vitest';
import { brokenPasswordRules } from '#domain/password.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isPersonalPassword } from './personal-passwords.ts';

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
  '1q2w3e4R!',
  'Zaq1@wsx',
  'Bom@dia1',
  'Boa-Noite2026',
  '!QAZ2wsx',
  'Qwer1234!',
  'Asdf@1234',
  'P0o9i8u7!',
  'Ab1!Ab1!',
  'Abcdef1!',
  'Q1w2e3r4!',
  'Qaz2wsx#',
  'Aeiou@123',
  'Lula@2022',
  'L!nda2024',
  'ahneS@123',
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
  'Tigre-no-sotao-4',
  'Escriba-de-casa-1',
  'Poltrona-Verde-8',
  'Rede-de-pesca-31',
  'were-Treze-opos-2',
])('the built-in list does not contain %s', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('the list refuses passwords that satisfy all rules for new passwords', () => {
  for (const password of ['Senha@123', 'Mudar@123', 'Brasil@2026', 'Flamengo@1', 'S3nh@123!'])
    expect(brokenPasswordRules(password)).toEqual([]);
});

const owner = { name: 'Marina Souza Conceição', email: 'ma.souza92@cartorio-azul.com.br' };

test.each([
  'Marina@2026',
  'Souza-1992!',
  'MarinaSouza1!',
  'M@rina12#',
  'Ma.Souza92',
  'Conceicao_07051992',
  'Souza.Marina.1',
  'Cartorio-Azul1',
  '92-mA-souza',
])('%s is made of the name or the address of its owner', (password) => {
  expect(isPersonalPassword(password, owner)).toBe(true);
});

test.each(['Marina-foi-ao-mar-3', 'Outra-frase-forte-2', 'Segredo-forte-1', 'Souza-Tigre-no-sotao-4'])(
  '%s is more than the name or the address of its owner',
  (password) => {
    expect(isPersonalPassword(password, owner)).toBe(false);
  },
);

test.each([
  ['Thayná', 'Th4yn4@2024'],
  ['Edson Lima', '3dson@Lim4'],
  ['Maria', 'Mar!a2024'],
  ['Maria', 'M4r1a!!!!!1'],
  ['Maria', 'airaM@2020'],
])('the name %s reads in %s, by look-alikes or backwards', (name, password) => {
  expect(isPersonalPassword(password, { name, email: 'x@y.com' })).toBe(true);
});

test('many different signs after a short name are a secret of their own', () => {
  const rui = { name: 'Rui', email: 'x@y.com' };
  expect(isPersonalPassword('Rui!@#$%&*()_9', rui)).toBe(false);
  expect(isPersonalPassword('Rui@#2024!', rui)).toBe(true);
});

test('short names and one-letter names forbid nothing', () => {
  for (const name of ['E', 'Ed', 'Jó Sá', '😀'])
    expect(isPersonalPassword('Segredo-forte-1', { name, email: 'e@x.com' })).toBe(false);
});

test('almost no random password is refused', () => {
  const random = seededRandom(20_261_126);
  const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#$%&*-_';
  const passwords = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 10 }, () => signs[Math.floor(random() * signs.length)]).join(''),
  );
  const strong = passwords.filter((each) => brokenPasswordRules(each).length === 0);
  const refused = strong.filter((each) => isCommonPassword(each) || isPersonalPassword(each, owner));
  expect(strong.length).toBeGreaterThan(10_000);
  expect(refused.length).toBeLessThan(strong.length / 2_000);
});
