import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  GenerateSummarySchema,
  SavedPromptInputSchema,
  SavedPromptListSchema,
  SavedPromptSchema,
  SummaryListSchema,
} from '#contract/summary.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { anySignal } from '#server/concurrency/abort-signals.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { createSessionGuard } from '#server/features/auth/sessions/session-guard.ts';
import { generateSummary } from '#server/features/summaries/generate-summary.ts';
import { listSummaries } from '#server/features/summaries/list-summaries.ts';
import { deletePrompt, listPrompts, savePrompt } from '#server/features/summaries/saved-prompts.ts';
import { awaitSummary, type SummaryEvent, watchSummary } from '#server/features/summaries/watch-summary.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { disconnectSignal, eventStreams, heartbeat, limitStreamsPerUser } from '../streams/event-stream.ts';
import { PromptIdSchema, TranscriptionIdSchema } from './shared-schemas.ts';

/** The client may send the text of a recording of many hours. */
const maxBodyBytes = 12 * 1_048_576;
const tags = ['Resumos'];

async function* toServerSentEvents(events: AsyncGenerator<SummaryEvent | undefined>) {
  for await (const each of events)
    yield each === undefined ? heartbeat : `event: ${each.event}\ndata: ${JSON.stringify(each.data)}\n\n`;
}

const wantsEvents = ({ headers }: FastifyRequest) => headers.accept?.includes('text/event-stream') ?? false;

/** Per user and process: each waiting request holds a connection until its summary is finished. */
const maxWaiting = 10;

export function summaryRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const stream = eventStreams(app, deps);
    const takeSlot = limitStreamsPerUser(app, maxWaiting);
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());
    const perUser = (name: string, max: number) => rateLimitByUser(deps, { name, max, windowMs: minuteMs });
    const guard = createSessionGuard(deps);

    app.post(
      '/summary/generate',
      {
        ...signedIn(deps),
        preHandler: perUser('summary-asked', 60),
        bodyLimit: maxBodyBytes,
        config: { longLived: true },
        schema: {
          summary:
            'Gera um resumo; com Accept: text/event-stream, conta o andamento e o texto enquanto nasce',
          tags,
          body: GenerateSummarySchema,
          response: { 200: z.object({ summary: z.string() }) },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const { jobId: transcriptionId, customPrompt: prompt } = request.body;
        // The summary continues even if the client disconnects.
        const disconnected = disconnectSignal(reply);
        const summaryId = await generateSummary(deps, actor, { transcriptionId, prompt });
        const watch = { transcriptionId, summaryId };
        if (wantsEvents(request))
          return stream(reply, {
            actor,
            events: async (signal) =>
              toServerSentEvents(await watchSummary(deps, actor, { ...watch, signal })),
          });
        const session = guard(actor, disconnected);
        using over = anySignal(disconnected, closing.signal, session.ended);
        const releaseSlot = takeSlot(actor.userId);
        try {
          const { text } = await awaitSummary(deps, actor, { ...watch, signal: over.signal });
          if (!(await session.isValid())) throw new AppError('unauthenticated');
          return { summary: text };
        } finally {
          releaseSlot();
        }
      },
    );

    app.get(
      '/transcribe/:id/summaries',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Os resumos de uma transcrição, do mais novo ao mais antigo',
          tags,
          params: TranscriptionIdSchema,
          response: { 200: SummaryListSchema },
        },
      },
      async (request) => listSummaries(deps, actorOf(request), request.params.id),
    );
    app.get(
      '/transcribe/:id/summary/events',
      {
        ...signedIn(deps),
        config: { longLived: true },
        schema: {
          summary: 'O resumo em andamento, como eventos (text/event-stream)',
          tags,
          params: TranscriptionIdSchema,
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const watch = { transcriptionId: request.params.id };
        return stream(reply, {
          actor,
          events: async (signal) => toServerSentEvents(await watchSummary(deps, actor, { ...watch, signal })),
        });
      },
    );

    app.get(
      '/prompts',
      {
        ...signedIn(deps),
        schema: { summary: 'Seus prompts guardados', tags, response: { 200: SavedPromptListSchema } },
      },
      async (request) => listPrompts(deps, actorOf(request)),
    );
    app.post(
      '/prompts',
      {
        ...signedIn(deps),
        preHandler: perUser('prompts', 30),
        schema: {
          summary: 'Guarda um prompt',
          tags,
          body: SavedPromptInputSchema,
          response: { 201: SavedPromptSchema },
        },
      },
      async (request, reply) => reply.code(201).send(await savePrompt(deps, actorOf(request), request.body)),
    );
    app.delete(
      '/prompts/:id',
      { ...signedIn(deps), schema: { summary: 'Exclui um prompt guardado', tags, params: PromptIdSchema } },
      async (request, reply) => {
        await deletePrompt(deps, actorOf(request), request.params.id);
        return reply.code(204).send();
      },
    );
  };
}
