import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ChallengeRequestSchema,
  ChallengeSchema,
  EnrolFactorSchema,
  EnrolledFactorSchema,
  FactorListSchema,
  FactorVerifiedSchema,
  RecoveryCodesSchema,
  RecoverySchema,
  VerifyFactorSchema,
} from '#contract/factors.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { enrolFactor, listFactors, removeFactor } from '#server/features/auth/second-factor/factors.ts';
import { renewRecoveryCodes, useRecoveryCode } from '#server/features/auth/second-factor/recovery-codes.ts';
import { startChallenge } from '#server/features/auth/second-factor/start-challenge.ts';
import { verifyFactor } from '#server/features/auth/second-factor/verify-factor.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn, signedInAtAnyLevel } from '../security/signed-in.ts';
import { FactorIdSchema } from './shared-schemas.ts';

const tags = ['Verificação em duas etapas'];

export function factorRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const challengeLimit = rateLimitByUser(deps, { name: 'factor-beginnings', max: 60, windowMs: hourMs });

    app.get(
      '/auth/factors',
      {
        ...signedInAtAnyLevel(deps),
        schema: { summary: 'Os fatores da conta', tags, response: { 200: FactorListSchema } },
      },
      async (request) => listFactors(deps, actorOf(request)),
    );
    app.post(
      '/auth/factors',
      {
        ...signedIn(deps),
        preHandler: challengeLimit,
        schema: {
          summary: 'Começa um novo fator',
          tags,
          body: EnrolFactorSchema,
          response: { 201: EnrolledFactorSchema },
        },
      },
      async (request, reply) => {
        reply.code(201);
        return enrolFactor(deps, actorOf(request), request.body);
      },
    );
    app.delete(
      '/auth/factors/:factorId',
      { ...signedIn(deps), schema: { summary: 'Remove um fator', tags, params: FactorIdSchema } },
      async (request, reply) => {
        await removeFactor(deps, actorOf(request), request.params.factorId);
        return reply.code(204).send();
      },
    );
    app.post(
      '/auth/factors/:factorId/challenge',
      {
        ...signedInAtAnyLevel(deps),
        preHandler: challengeLimit,
        schema: {
          summary: 'Pede um código; para telefone, envia o SMS',
          tags,
          params: FactorIdSchema,
          body: ChallengeRequestSchema.nullish(),
          response: { 200: ChallengeSchema },
        },
      },
      async (request) => startChallenge(deps, actorOf(request), request.params.factorId),
    );
    app.post(
      '/auth/factors/:factorId/verify',
      {
        ...signedInAtAnyLevel(deps),
        schema: {
          summary: 'Passa o fator com o código',
          tags,
          params: FactorIdSchema,
          body: VerifyFactorSchema,
          response: { 200: FactorVerifiedSchema },
        },
      },
      async (request) => {
        const { challenge_id: challengeId, code } = request.body;
        const { factorId } = request.params;
        return verifyFactor(deps, actorOf(request), { factorId, challengeId, code });
      },
    );
    app.post(
      '/auth/factors/recovery',
      {
        ...signedInAtAnyLevel(deps),
        schema: {
          summary: 'Passa com um código de recuperação',
          tags,
          body: RecoverySchema,
          response: { 200: FactorVerifiedSchema },
        },
      },
      async (request) => useRecoveryCode(deps, actorOf(request), request.body.code),
    );
    app.post(
      '/auth/factors/recovery-codes',
      {
        ...signedIn(deps),
        schema: { summary: 'Dez novos códigos de recuperação', tags, response: { 200: RecoveryCodesSchema } },
      },
      async (request) => ({ recovery_codes: await renewRecoveryCodes(deps, actorOf(request)) }),
    );
  };
}
