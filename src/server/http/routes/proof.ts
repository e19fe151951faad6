import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CodeProofSchema, PasswordProofSchema, ProofSchema } from '#contract/proof.ts';
import { dayMs, hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { findRequiredProof } from '#server/features/auth/proof/proof.ts';
import { mailProofCode, proveByEmail, proveByPassword } from '#server/features/auth/proof/prove.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { describing, noContent } from './shared-schemas.ts';

const tags = ['Conta'];
const described = describing('Conta');

/** A session that signed in long ago proves its identity again here, before an irreversible action. */
export function proofRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/auth/proof',
      { ...signedIn(deps), schema: described('Como esta conta confirma quem está usando', ProofSchema) },
      async (request) => {
        const { userId, email } = actorOf(request);
        return { way: await findRequiredProof(deps, userId), email };
      },
    );
    app.post(
      '/auth/proof/password',
      {
        ...signedIn(deps),
        schema: { summary: 'Confirma com a senha', tags, body: PasswordProofSchema, response: noContent },
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
        preHandler: rateLimitByUser(
          deps,
          { name: 'proof-mail', max: 5, windowMs: hourMs },
          { name: 'proof-mail-day', max: 15, windowMs: dayMs },
        ),
        schema: { summary: 'Envia um código ao e-mail da conta', tags, response: noContent },
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
        schema: {
          summary: 'Confirma com o código do e-mail',
          tags,
          body: CodeProofSchema,
          response: noContent,
        },
      },
      async (request, reply) => {
        await proveByEmail(deps, actorOf(request), request.body.code);
        return reply.code(204).send();
      },
    );
  };
}
