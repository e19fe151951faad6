import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { DashboardSchema } from '#contract/dashboard.ts';
import { AcceptedSchema } from '#contract/transcription.ts';
import {
  ChangedCountSchema,
  FoundQuerySchema,
  FoundWordsSchema,
  ListQuerySchema,
  ListStatesSchema,
  TranscriptionIdsSchema,
  TranscriptionPageSchema,
  UsedNamesSchema,
} from '#contract/transcription-list.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { readExampleOpening, readOpeningSound } from '#server/features/example/example-opening.ts';
import { openExample } from '#server/features/example/open-example.ts';
import { listTranscriptions } from '#server/features/library/list-transcriptions.ts';
import { readDashboard } from '#server/features/library/read-dashboard.ts';
import { restoreTranscriptions } from '#server/features/library/restore-transcriptions.ts';
import { findMatchedWords } from '#server/features/library/search-hits.ts';
import { findUsedNames } from '#server/features/library/used-names.ts';
import { readListStates, type WatchedList, watchList } from '#server/features/library/watch-list.ts';
import { deleteTranscriptions } from '#server/features/transcriptions/edit/delete-transcriptions.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { beginPart } from '../streams/download-headers.ts';
import { eventStreams, heartbeat } from '../streams/event-stream.ts';
import { TranscriptionIdSchema } from './shared-schemas.ts';

const tags = ['Transcrições'];

async function* toServerSentEvents(changes: AsyncGenerator<WatchedList>) {
  for await (const change of changes)
    yield change === undefined ? heartbeat : `event: changed\ndata: ${JSON.stringify(change)}\n\n`;
}

export function transcriptionsRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const stream = eventStreams(app, deps);
    app.get(
      '/dashboard',
      {
        ...signedIn(deps),
        schema: {
          summary: 'A tela inicial em uma chamada',
          tags,
          response: { 200: DashboardSchema },
        },
      },
      async (request) => {
        const { has_own, ...dashboard } = await readDashboard(deps, actorOf(request));
        return { ...dashboard, example: has_own ? null : await readExampleOpening() };
      },
    );
    app.get(
      '/transcriptions',
      {
        ...signedIn(deps),
        schema: {
          summary: 'As próprias transcrições, dez por página; a busca olha nomes e textos',
          tags,
          querystring: ListQuerySchema,
          response: { 200: TranscriptionPageSchema },
        },
      },
      async (request) => listTranscriptions(deps, actorOf(request), request.query),
    );
    app.get(
      '/transcriptions/names',
      {
        ...signedIn(deps),
        schema: {
          summary: 'Os nomes já dados a quem fala, no máximo trinta',
          tags,
          response: { 200: UsedNamesSchema },
        },
      },
      async (request) => ({ names: await findUsedNames(deps, actorOf(request)) }),
    );
    app.get(
      '/transcribe/:id/found',
      {
        ...signedIn(deps),
        schema: {
          summary: 'As palavras do texto que respondem a uma busca',
          tags,
          params: TranscriptionIdSchema,
          querystring: FoundQuerySchema,
          response: { 200: FoundWordsSchema },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { id } = request.params;
        return { words: await findMatchedWords(deps, actorOf(request), { id, q: request.query.q }) };
      },
    );
    const many = (summary: string) => ({
      ...signedIn(deps),
      schema: { summary, tags, body: TranscriptionIdsSchema, response: { 200: ChangedCountSchema } },
    });
    app.post('/transcriptions/delete', many('Exclui várias'), async (request) => ({
      count: await deleteTranscriptions(deps, actorOf(request), request.body.ids),
    }));
    app.post('/transcriptions/restore', many('Desfaz uma exclusão de há pouco'), async (request) => ({
      count: await restoreTranscriptions(deps, actorOf(request), request.body.ids),
    }));
    app.post(
      '/transcriptions/states',
      {
        ...signedIn(deps),
        schema: {
          summary: 'O estado de várias, para quem perdeu eventos',
          tags,
          body: TranscriptionIdsSchema,
          response: { 200: ListStatesSchema },
        },
      },
      async (request) => ({ states: await readListStates(deps, actorOf(request), request.body.ids) }),
    );
    app.get(
      '/transcriptions/events',
      {
        ...signedIn(deps),
        config: { longLived: true },
        schema: { summary: 'O que muda entre as próprias, como eventos (text/event-stream)', tags },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        return stream(reply, {
          actor,
          events: async (signal) => toServerSentEvents(watchList(deps, actor, signal)),
        });
      },
    );
    app.post(
      '/transcriptions/example',
      {
        ...signedIn(deps),
        preHandler: rateLimitByUser(deps, { name: 'example', max: 20, windowMs: hourMs }),
        schema: {
          summary: 'Abre a transcrição de exemplo, que não gasta minutos',
          tags,
          response: { 201: AcceptedSchema },
        },
      },
      async (request, reply) => {
        reply.code(201);
        return openExample(deps, actorOf(request));
      },
    );
    app.get(
      '/transcriptions/example/sound',
      { schema: { summary: 'O som do começo do exemplo, igual para todos; aceita Range', tags } },
      async (request, reply) => {
        const sound = await readOpeningSound();
        reply.headers({ 'content-type': 'audio/mpeg', 'cache-control': 'public, max-age=86400' });
        const part = beginPart(request, reply, sound.length);
        if (part === undefined) return reply.send();
        const { start, end } = part.range ?? { start: 0, end: sound.length - 1 };
        return reply.send(sound.subarray(start, end + 1));
      },
    );
  };
}
