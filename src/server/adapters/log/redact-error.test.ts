import { APICallError, JSONParseError, TypeValidationError } from 'ai';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { MailError, toMailError } from '#server/adapters/mail/mailer.ts';
import { SpeechError } from '#server/adapters/speech/engine.ts';
import { redactError, summarizeError } from './redact-error.ts';

const said = 'O contrato sigiloso vale noventa mil reais.';
const email = 'ana@exemplo.com';

/** Moves the error's stack into a library's folder. */
function ofLibrary<Made extends Error>(error: Made): Made {
  error.stack = `${error.name}: ${error.message}\n    at read (/srv/escriba/node_modules/library/index.js:7:3)`;
  return error;
}

/** V8's message for invalid JSON quotes the beginning of the text. */
function parseFault(text: string) {
  try {
    JSON.parse(text);
  } catch (error) {
    return error;
  }
  return undefined;
}

const cut = `{"text":"${said}`;
const pgFault = (message: string, fields: object) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), fields);

const foreign: [kind: string, error: Error, fields: object][] = [
  ['broken JSON', new JSONParseError({ text: cut, cause: parseFault(cut) }), { name: 'AI_JSONParseError' }],
  ['text that is not JSON', parseFault(said) as Error, { name: 'SyntaxError' }],
  [
    'JSON of the wrong shape',
    new TypeValidationError({ value: { dito: said }, cause: z.string().safeParse(1).error }),
    { name: 'AI_TypeValidationError', cause: { name: 'ZodError' } },
  ],
  [
    'a refusal by the vendor',
    new APICallError({
      message: `cannot hear "${said}"`,
      url: 'http://127.0.0.1',
      requestBodyValues: {},
      statusCode: 422,
      responseBody: said,
    }),
    { name: 'AI_APICallError', statusCode: 422 },
  ],
  [
    'a mail server that quotes the address',
    ofLibrary(
      Object.assign(new Error(`Can't send mail: 550 5.1.1 <${email}> is unknown`), {
        code: 'EENVELOPE',
        responseCode: 550,
        response: `550 5.1.1 <${email}> is unknown`,
        rejected: [email],
      }),
    ),
    { code: 'EENVELOPE', responseCode: 550 },
  ],
  [
    'a Stripe error',
    new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: `No such customer: '${email}'`,
      code: 'resource_missing',
      statusCode: 404,
      requestId: 'req_1',
    }),
    { code: 'resource_missing', statusCode: 404, requestId: 'req_1', type: 'StripeInvalidRequestError' },
  ],
  [
    'a duplicate key',
    pgFault('duplicate key value violates unique constraint "users_email_key"', {
      code: '23505',
      detail: `Key (email)=(${email}) already exists.`,
      table: 'users',
      constraint: 'users_email_key',
    }),
    { code: '23505', table: 'users', constraint: 'users_email_key' },
  ],
  [
    'an invalid column value',
    new DrizzleQueryError(
      'select $1::uuid',
      [email],
      pgFault(`invalid input syntax for type uuid: "${email}"`, { code: '22P02', routine: 'uuid_in' }),
    ),
    { message: 'failed query: select $1::uuid', cause: { code: '22P02', routine: 'uuid_in' } },
  ],
  ['several errors', new AggregateError([ofLibrary(new Error(said))], said), { errors: [{ name: 'Error' }] }],
  ['a sentence as a name', ofLibrary(Object.assign(new Error('x'), { name: said })), { name: 'Error' }],
  [
    'a message that looks like stack frames',
    ofLibrary(new Error(`x\n    at ${said} (/srv/escriba/src/server/a.ts:1:1)`)),
    { name: 'Error' },
  ],
];

test.each(foreign)(
  'the serializer keeps the kind and code of %s, and drops quoted text',
  (_kind, error, fields) => {
    for (const thrown of [
      error,
      new SpeechError('nonsense', 'the engine answered nonsense', { cause: error }),
    ]) {
      const logged = JSON.stringify([redactError(thrown), summarizeError(thrown)]);
      expect(logged).not.toMatch(/contrato|sigiloso|ana@/);
    }
    expect(redactError(error)).toMatchObject(fields);
  },
);

test('the serializer keeps the message and stack of our own errors', () => {
  const own = new SpeechError('temporary', 'the engine answered 503', { cause: new Error('no row came') });
  expect(redactError(own)).toMatchObject({
    name: 'SpeechError',
    kind: 'temporary',
    message: 'the engine answered 503',
    stack: expect.stringContaining('redact-error.test.ts'),
    cause: { message: 'no row came' },
  });
  expect(summarizeError(own)).toBe('the engine answered 503');
});

test("a refused mail is summarized by the server's status codes", () => {
  const refused = toMailError(
    Object.assign(new Error(`550 5.1.1 <${email}> is unknown`), {
      code: 'EENVELOPE',
      responseCode: 550,
      response: `550 5.1.1 <${email}> is unknown`,
    }),
  );
  expect(refused).toBeInstanceOf(MailError);
  expect(summarizeError(refused)).toBe('the mail server refused the address (550 5.1.1)');
});

test('a connection error keeps its address and port', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '127.0.0.1',
    port: 5432,
  });
  const failed = ofLibrary(new TypeError('fetch failed', { cause: ofLibrary(away) }));
  expect(redactError(failed)).toMatchObject({
    name: 'TypeError',
    cause: { code: 'ECONNREFUSED', address: '127.0.0.1', port: 5432 },
  });
  expect(summarizeError(ofLibrary(away))).toBe('Error ECONNREFUSED');
});
