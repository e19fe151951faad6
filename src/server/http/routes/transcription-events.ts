import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { type ReadPosition, startPosition } from '../../features/transcriptions/watch/partial-segments.ts';
import {
  createStreamLoaders,
  type TranscriptionStreamItem,
  watchTranscription,
} from '../../features/transcriptions/watch/watch-transcription.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { eventStreams, heartbeat } from '../streams/event-stream.ts';
import { TranscriptionIdSchema } from './id-params.ts';

/** As we gave it: chunks and segments read so far. What else a client says there is no place of ours. */
function readFrom(lastEventId: string | string[] | undefined): ReadPosition {
  const [, chunks, segments] = /^(\d{1,6})-(\d{1,9})$/.exec(String(lastEventId ?? '')) ?? [];
  return chunks === undefined ? startPosition : { chunks: Number(chunks), segments: Number(segments) };
}

async function* written(events: AsyncGenerator<TranscriptionStreamItem>) {
  for await (const each of events) {
    if (each === undefined) yield heartbeat;
    else {
      const { event, data, read } = each;
      yield `id: ${read.chunks}-${read.segments}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    }
  }
}

/** Progress as it happens. The page falls back to asking every five seconds where a stream does not get through. */
export function transcriptionEventRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const stream = eventStreams(app, deps);
    const watching = { ...deps, looks: createStreamLoaders(deps) };
    app.get(
      '/transcribe/:id/events',
      {
        ...signedIn(deps),
        config: { longLived: true },
        schema: {
          summary: 'O andamento de uma transcrição, como eventos (text/event-stream)',
          tags: ['Transcrição'],
          params: TranscriptionIdSchema,
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        return stream(reply, {
          actor,
          events: async (signal) =>
            written(
              await watchTranscription(watching, actor, {
                id: request.params.id,
                read: readFrom(request.headers['last-event-id']),
                signal,
              }),
            ),
        });
      },
    );
  };
}
