import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PasswordChangeSchema } from '#contract/account.ts';
import { SessionListSchema } from '#contract/profile.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { deleteAccount } from '#server/features/account/deletion/delete-account.ts';
import { exportAccount } from '#server/features/account/export/export-account.ts';
import { requireProof } from '#server/features/auth/proof/proof.ts';
import { endOtherSessions, listSessions } from '#server/features/auth/sessions/list-and-end-sessions.ts';
import { createSessionGuard } from '#server/features/auth/sessions/session-guard.ts';
import { changePassword } from '#server/features/auth/sign-in/change-password.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { disconnectSignal, eventStreams, heartbeat } from '../streams/event-stream.ts';
import { describing, noContent, refusals } from './shared-schemas.ts';

const tags = ['Conta'];
const described = describing('Conta');
const zipAnswer = {
  description: 'Um arquivo por assunto, em JSON e em texto',
  content: { 'application/zip': { schema: z.custom<Readable>().meta({ type: 'string', format: 'binary' }) } },
};

const heartbeatMs = 30_000;

/** Carries no event: its end says that the session has ended. */
async function* heartbeats(signal: AbortSignal) {
  while (!signal.aborted) {
    yield heartbeat;
    await delay(heartbeatMs, undefined, { signal }).catch(() => {});
  }
}

export function accountRoutes(deps: Deps): FastifyPluginAsyncZod {
  const guard = createSessionGuard(deps);
  return async (app) => {
    const stream = eventStreams(app, deps);
    app.post(
      '/account/password',
      {
        ...signedIn(deps),
        preHandler: rateLimitByUser(deps, { name: 'password-change', max: 30, windowMs: hourMs }),
        schema: {
          summary: 'Troca a senha e encerra as outras sessões',
          tags,
          body: PasswordChangeSchema,
          response: noContent,
        },
      },
      async (request, reply) => {
        await changePassword(deps, actorOf(request), request.body);
        return reply.code(204).send();
      },
    );
    app.get(
      '/account/sessions',
      { ...signedIn(deps), schema: described('As sessões abertas desta conta', SessionListSchema) },
      async (request) => listSessions(deps, actorOf(request)),
    );
    app.get(
      '/account/session/events',
      {
        ...signedIn(deps),
        config: { longLived: true },
        schema: { summary: 'Termina quando a sessão termina (text/event-stream)', tags },
      },
      async (request, reply) =>
        stream(reply, { actor: actorOf(request), events: async (signal) => heartbeats(signal) }),
    );
    app.post(
      '/account/sessions/end-others',
      { ...signedIn(deps), schema: { summary: 'Encerra as outras sessões', tags, response: noContent } },
      async (request, reply) => {
        await endOtherSessions(deps, actorOf(request));
        return reply.code(204).send();
      },
    );
    app.get(
      '/account/export',
      {
        ...signedIn(deps),
        // HEAD would read everything and send nothing.
        exposeHeadRoute: false,
        // The proof comes first, so that a refused download does not count as one of the five.
        preHandler: [
          async (request) => requireProof(deps, actorOf(request)),
          rateLimitByUser(deps, { name: 'account-export', max: 5, windowMs: hourMs }),
        ],
        schema: {
          summary: 'Tudo o que guardamos da conta, em um ZIP',
          tags,
          response: { 200: zipAnswer, ...refusals },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const { ended } = guard(actor, disconnectSignal(reply));
        const { fileName, bytes } = exportAccount(deps, actor);
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(Readable.from(bytes, { objectMode: false, signal: ended }));
      },
    );
    app.delete(
      '/auth/me',
      {
        ...signedIn(deps),
        schema: { summary: 'Exclui a conta e os dados dela, sem volta', tags, response: noContent },
      },
      async (request, reply) => {
        await deleteAccount(deps, actorOf(request));
        for (const cookie of await deps.auth.endedCookies()) reply.header('set-cookie', cookie);
        return reply.code(204).send();
      },
    );
  };
}
