import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { sessionStands } from '../../features/session/session-stands.ts';
import { nothingRead, type ReadSoFar } from '../../features/transcriptions/segments-so-far.ts';
import { type Watched, watchTranscription } from '../../features/transcriptions/watch-transcription.ts';
import { actorOf, signedIn } from '../session.ts';

/** For one person and one process: more open pages than anybody looks at. */
const mostStreams = 20;

const IdSchema = z.object({ id: z.uuid() });

/** As we gave it: chunks and segments read so far. What else a client says there is no place of ours. */
function readFrom(lastEventId: string | string[] | undefined): ReadSoFar {
  const [, chunks, segments] = /^(\d{1,6})-(\d{1,9})$/.exec(String(lastEventId ?? '')) ?? [];
  return chunks === undefined ? nothingRead : { chunks: Number(chunks), segments: Number(segments) };
}

async function* written(events: AsyncGenerator<Watched>) {
  for await (const each of events) {
    if (each === undefined) yield ': ainda aqui\n\n';
    else {
      const { event, data, read } = each;
      yield `id: ${read.chunks}-${read.segments}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    }
  }
}

/** Progress as it happens. The page falls back to asking every five seconds where a stream does not get through. */
export function transcriptionEventRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const streams = new Map<string, number>();
    const closing = new AbortController();
    // A stream never ends by itself, and would hold the process until it is cut.
    app.addHook('preClose', async () => closing.abort());

    function enter(userId: string) {
      const open = streams.get(userId) ?? 0;
      if (open >= mostStreams) throw new AppError('too_many_requests', { retryAfterSeconds: 30 });
      streams.set(userId, open + 1);
      return () => {
        const left = (streams.get(userId) ?? 1) - 1;
        if (left === 0) streams.delete(userId);
        else streams.set(userId, left);
      };
    }

    app.get(
      '/transcribe/:id/events',
      {
        ...signedIn(deps),
        config: { lasts: true },
        schema: {
          summary: 'O andamento de uma transcrição, como eventos (text/event-stream)',
          tags: ['Transcrição'],
          params: IdSchema,
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const gone = new AbortController();
        const leave = enter(actor.userId);
        reply.raw.once('close', () => {
          gone.abort();
          leave();
        });
        const events = await watchTranscription(deps, actor, {
          id: request.params.id,
          read: readFrom(request.headers['last-event-id']),
          mayGoOn: () => sessionStands(deps, actor),
          signal: AbortSignal.any([gone.signal, closing.signal]),
        });
        return (
          reply
            .type('text/event-stream; charset=utf-8')
            .header('cache-control', 'no-store, no-transform')
            // Kept open for a next request, it would outlast its stream and hold a process that stops.
            .header('connection', 'close')
            // Proxies that collect an answer before they pass it on would turn it into one late message.
            .header('x-accel-buffering', 'no')
            .send(Readable.from(written(events), { objectMode: false, highWaterMark: 0 }))
        );
      },
    );
  };
}
