import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SandboxLog } from '../../part.ts';
import type { Account } from '../account.ts';
import { catchUp } from '../billing/clock.ts';
import { stripeApiVersion, stripeSecretKey } from '../client.ts';
import { type Form, parseForm } from '../form.ts';
import { newId } from '../ids.ts';
import { expand } from '../present.ts';
import { StripeFault } from '../stripe-fault.ts';
import { readParams } from './params.ts';

export type Calls = Readonly<{
  account: Account;
  on: <T extends z.ZodObject>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: T,
    run: (params: z.infer<T>, id: string) => unknown,
  ) => void;
}>;

type Answer = { status: number; body: unknown };

function checkKey({ headers }: FastifyRequest) {
  const [kind, given = ''] = headers.authorization?.split(' ') ?? [];
  const key = kind === 'Basic' ? Buffer.from(given, 'base64').toString().replace(/:.*/, '') : given;
  if (key === stripeSecretKey) return;
  const message =
    key === ''
      ? 'You did not provide an API key.'
      : `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(12)}`;
  throw new StripeFault(401, { message });
}

const formOf = ({ method, url, body }: FastifyRequest): Form =>
  method === 'POST' ? ((body ?? {}) as Form) : parseForm(url.split('?')[1] ?? '');

const fingerprint = (request: FastifyRequest, form: Form) =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url.split('?')[0], form]))
    .digest('hex');

/** A call that came before with the same key is answered as it was, and nothing happens twice. */
function answeredBefore({ store }: Account, key: string, asked: string): Answer | undefined {
  const before = store.state.answers.find((answer) => answer.key === key);
  if (before !== undefined && before.asked !== asked)
    throw new StripeFault(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  return before;
}

const faultAnswer = ({ status, body }: StripeFault): Answer => ({ status, body: { error: body } });

export function openCalls(app: FastifyInstance, account: Account, log: SandboxLog): Calls {
  const { store } = account;
  let moved = false;

  const work = (request: FastifyRequest, run: (form: Form) => unknown) => {
    checkKey(request);
    const form = formOf(request);
    const header = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const key = typeof header === 'string' ? header : undefined;
    const asked = fingerprint(request, form);
    const before = key === undefined ? undefined : answeredBefore(account, key, asked);
    if (before !== undefined) return { ...before, replayed: true };
    // As at Stripe, what was refused before anything happened may be asked again with the same key.
    const keep = (answer: Answer) => {
      if (key !== undefined) store.state.answers.push({ key, asked, ...structuredClone(answer) });
      return { ...answer, replayed: false };
    };
    try {
      return keep({ status: 200, body: run(form) });
    } catch (error) {
      if (error instanceof StripeFault && error.status === 402) return keep(faultAnswer(error));
      throw error;
    }
  };

  const respond = async (request: FastifyRequest, reply: FastifyReply, run: (form: Form) => unknown) => {
    reply.header('request-id', newId('req', 14)).header('stripe-version', stripeApiVersion);
    try {
      moved = false;
      const { status, body, replayed } = work(request, run);
      // Reading alone leaves nothing to keep.
      if (moved || request.method !== 'GET') await store.save();
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(status).send(body);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      await store.save();
      const { status, body } = faultAnswer(error);
      return reply.code(status).send(body);
    }
  };

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    log.warn({ method: request.method, path }, 'the sandbox was asked for what it does not know');
    const message = `Unrecognized request URL (${request.method}: ${path}).`;
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } });
  });

  return {
    account,
    on: (method, path, schema, run) => {
      app.route({
        method,
        url: path,
        handler: (request, reply) =>
          respond(request, reply, (form) => {
            const { expand: paths, ...params } = readParams(schema, form);
            moved = catchUp(account);
            const { id = '' } = request.params as { id?: string };
            const wire = run(params as z.infer<typeof schema>, id);
            expand(wire, paths, account);
            return wire;
          }),
      });
    },
  };
}
