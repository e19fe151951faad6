import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { CodeProofSchema, PasswordProofSchema, ProofSchema } from '#contract/proof.ts';
import { dayMs, hourMs } from '#domain/format/durations.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { findRequiredProof } from '../../features/auth/proof/proof.ts';
import { mailProofCode, proveByEmail, proveByPassword } from '../../features/auth/proof/prove.ts';
import { rateLimitBy } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';

const tags = ['Conta'];
const refusals = { '4xx': ErrorBodySchema, '5xx': ErrorBodySchema };
const done = { 204: z.undefined().describe('Feito'), ...refusals };

/** A session that signed in long ago proves its identity again here, before an irreversible action. */
export function proofRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const perUser = (name: string, max: number, windowMs: number) => ({
      name,
      max,
      windowMs,
      keyOf: (request: Parameters<typeof actorOf>[0]) => actorOf(request).userId,
    });
    app.get(
      '/auth/proof',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Como esta conta confirma quem está usando',
          tags,
          response: { 200: ProofSchema, ...refusals },
        },
      },
      async (request) => {
        const { userId, email } = actorOf(request);
        return { way: await findRequiredProof(deps, userId), email };
      },
    );
    app.post(
      '/auth/proof/password',
      {
        ...signedIn(deps),
        schema: { summary: 'Confirma com a senha', tags, body: PasswordProofSchema, response: done },
      },
      async (request, reply) => {
        if (!(await proveByPassword(deps, actorOf(request), request.body.password)))
          throw new AppError('forbidden');
        return reply.code(204).send();
      },
    );
    app.post(
      '/auth/proof/code-mail',
      {
        ...signedIn(deps),
        // Each mail allows five more guesses at a six-digit code.
        preHandler: rateLimitBy(deps, perUser('proof-mail', 5, hourMs), perUser('proof-mail-day', 15, dayMs)),
        schema: { summary: 'Envia um código ao e-mail da conta', tags, response: done },
      },
      async (request, reply) => {
        await mailProofCode(deps, actorOf(request));
        return reply.code(204).send();
      },
    );
    app.post(
      '/auth/proof/code',
      {
        ...signedIn(deps),
        schema: { summary: 'Confirma com o código do e-mail', tags, body: CodeProofSchema, response: done },
      },
      async (request, reply) => {
        await proveByEmail(deps, actorOf(request), request.body.code);
        return reply.code(204).send();
      },
    );
  };
}
