import { expect, test } from 'vitest';
import { SignUpSchema } from './account.ts';
import { ContactMessageSchema, FeedbackSchema, InterestSchema } from './messages.ts';
import { typedEmail } from './text.ts';

const read = (email: string) => typedEmail('E-mail inválido.').safeParse(email).data;

test.each([
  ['ana@ação.com.br', 'ana@xn--ao-siap.com.br'],
  [' Ana@AÇÃO.com.br ', 'ana@xn--ao-siap.com.br'],
  ['ana@ac\u0327a\u0303o.com.br', 'ana@xn--ao-siap.com.br'],
  ['ana@xn--ao-siap.com.br', 'ana@xn--ao-siap.com.br'],
  ['ana@exemplo.com', 'ana@exemplo.com'],
])('typedEmail reads %s as %s', (typed, kept) => {
  expect(read(typed)).toBe(kept);
});

test.each([
  'ana@ação',
  'ana@ação.com.br/x.com',
  'ana@ação.com:25',
  'ação.com.br',
  'ana@',
  'ana@a..ção.com',
  'ana@\uff11.\uff12',
])('typedEmail refuses %s', (typed) => {
  expect(read(typed)).toBeUndefined();
});

test('every form accepts a domain with accents', () => {
  const email = 'ana@ação.com.br';
  for (const schema of [ContactMessageSchema, FeedbackSchema, InterestSchema, SignUpSchema])
    expect(schema.shape.email.safeParse(email).data).toBe('ana@xn--ao-siap.com.br');
});
