import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SandboxLog } from '../../part.ts';
import { type Account, type Expandable, listOf, show } from '../account.ts';
import { catchUp } from '../billing/clock.ts';
import { stripeSecretKey } from '../client.ts';
import type { AnyObject } from '../objects.ts';
import { StripeFault } from '../stripe-fault.ts';
import { type Form, type ListParams, parseForm, readParams } from './parameters.ts';

/** Declares a call of the API. `run` receives the validated parameters and the id in the path. */
type DeclareCall = <T extends z.ZodObject>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  schema: T,
  run: (params: z.infer<T>, id: string) => unknown,
) => void;
export type Calls = Readonly<{ account: Account; on: DeclareCall }>;

type Answer = { status: number; body: unknown };

function checkKey({ headers }: FastifyRequest) {
  if (headers.authorization !== `Bearer ${stripeSecretKey}`)
    throw new StripeFault(401, { message: 'The API key is not the key of the sandbox.' });
}

const formOf = ({ method, url, body }: FastifyRequest): Form =>
  method === 'POST' ? ((body ?? {}) as Form) : parseForm(url.split('?')[1] ?? '');

const fingerprint = ({ method, url }: FastifyRequest, form: Form) =>
  createHash('sha256')
    .update(JSON.stringify([method, url.split('?')[0], form]))
    .digest('hex');

const faultAnswer = ({ statusCode: status, body }: StripeFault): Answer => ({
  status,
  body: { error: body },
});

/** Runs a call only once for each idempotency key. A repeated call gets the stored answer and changes nothing. */
function answerOnce({ state }: Account, request: FastifyRequest, run: (form: Form) => unknown): Answer {
  checkKey(request);
  const form = formOf(request);
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  if (typeof key !== 'string') return { status: 200, body: run(form) };
  const asked = fingerprint(request, form);
  const before = state.answers.find((answer) => answer.key === key);
  if (before?.asked === asked) return before;
  if (before !== undefined)
    throw new StripeFault(400, {
      type: 'idempotency_error',
      message: `The key '${key}' belongs to a call with other parameters.`,
    });
  const store = (answer: Answer) => {
    state.answers.push({ key, asked, ...structuredClone(answer) });
    return answer;
  };
  try {
    return store({ status: 200, body: run(form) });
  } catch (error) {
    // As Stripe does, store the answer of a declined card, but not the key of a call with invalid parameters.
    if (error instanceof StripeFault && error.statusCode === 402) return store(faultAnswer(error));
    throw error;
  }
}

export function openCalls(app: FastifyInstance, account: Account, log: SandboxLog): Calls {
  const respond = async (request: FastifyRequest, reply: FastifyReply, run: (form: Form) => unknown) => {
    const hasMoved = catchUp(account);
    let answer: Answer;
    try {
      answer = answerOnce(account, request, run);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      answer = faultAnswer(error);
    }
    if (hasMoved || request.method !== 'GET') await account.save();
    return reply.code(answer.status).send(answer.body);
  };

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    log.warn(
      { method: request.method, path },
      'the simulated Stripe refused a call that it does not implement',
    );
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
            const params = readParams(schema, form);
            return run(params, (request.params as { id?: string }).id ?? '');
          }),
      });
    },
  };
}

type PageOptions = { url: string; params: ListParams; expand?: readonly Expandable[] | undefined };

/** Returns a page of a list, newest object first, even among objects of the same second. */
export function pageOf(
  account: Account,
  objects: readonly AnyObject[],
  { url, params, expand }: PageOptions,
) {
  const newest = objects.toReversed();
  const { limit, starting_after: after } = params;
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const shown = newest.slice(start, start + limit).map((object) => show(account, object, expand));
  return listOf(shown, url, newest.length > start + limit);
}
