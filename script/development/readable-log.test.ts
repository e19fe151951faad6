import { DrizzleQueryError } from 'drizzle-orm';
import fastify from 'fastify';
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import pg from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openReadableLog } from './readable-log.ts';

function openLines() {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  return {
    log: openReadableLog({ production: false, logLevel: 'warn' }, { write }),
    all: () => lines.join(''),
  };
}

test('the readable log shows the message and the place of a TypeError, and the request', () => {
  const { log, all } = openLines();
  const missing: { plan?: { name: string } } = {};
  try {
    (missing.plan as { name: string }).name.trim();
  } catch (err) {
    log.child({ reqId: 'r-1' }).error({ method: 'GET', route: '/api/plans', err }, 'request failed');
  }
  expect(all()).toMatch(
    /^\d\d:\d\d:\d\d ERROR request failed {2}reqId=r-1 {2}method=GET {2}route=\/api\/plans\n {4}TypeError: Cannot read properties of undefined \(reading 'name'\)\n {8}at .*readable-log\.test\.ts(\?\S+)?:\d+/,
  );
});

test('the readable log names the field and the schema of an answer that does not match', async () => {
  const { log, all } = openLines();
  const plans: FastifyPluginAsyncZod = async (app) => {
    const response = { 200: z.object({ plans: z.array(z.object({ price: z.number() })) }) };
    app.get('/plans', { schema: { response } }, async () => ({ plans: [{ price: 'free' }] }) as never);
  };
  const app = fastify().setSerializerCompiler(serializerCompiler).setValidatorCompiler(validatorCompiler);
  app.setErrorHandler((err, _request, reply) => {
    log.error({ err }, 'request failed');
    return reply.code(500).send('failed');
  });
  await app.register(plans);
  await app.inject('/plans');
  expect(all()).toContain("Response doesn't match the schema");
  expect(all()).toMatch(/"expected": "number",[^}]*"path": \[\s+"plans",\s+0,\s+"price"\s+\]/);
  expect(all()).toContain("method: 'GET'");
  expect(all()).toContain("url: '/plans'");
});

test('the readable log names the missing column of a failed query', () => {
  const { log, all } = openLines();
  const cause = Object.assign(new pg.DatabaseError('column "colour" does not exist', 30, 'error'), {
    code: '42703',
  });
  log.error({ err: new DrizzleQueryError('select "colour" from "users"', [], cause) }, 'request failed');
  expect(all()).toContain('column "colour" does not exist');
  expect(all()).toContain("code: '42703'");
  expect(all()).toContain('Failed query: select "colour" from "users"');
});

test('production refuses the readable log', () => {
  expect(() => openReadableLog({ production: true, logLevel: 'warn' }, process.stdout)).toThrow(
    /production refuses it/,
  );
});
