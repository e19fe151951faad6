import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '../../actor.ts';
import { anySignal } from '../../concurrency/abort-signals.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { createSessionGuard, type GuardedSession } from '../../features/auth/sessions/session-guard.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the library's own.
  interface FastifyInstance {
    streamPlaces: StreamPlaces;
  }
}

type StreamPlaces = Readonly<{ enter: () => () => void; taken: () => number }>;

const comeBackSeconds = 15;

/**
 * How many lines one process keeps open for people who listen, whoever and of whatever kind: each holds some memory
 * and is asked for at every change, and without an end to them a crowd, or somebody with many accounts, would take the
 * process from all others. Pages that find no place ask every few seconds instead, and come back.
 */
export function registerEventStreamLimit(
  app: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
) {
  const { maxEventStreams } = config.http;
  let taken = 0;
  let isFull = false;

  function refusal() {
    if (!isFull) log.warn({ maxEventStreams }, 'every place for an event stream is taken');
    isFull = true;
    // Not all in the same second.
    const retryAfterSeconds = comeBackSeconds + Math.floor(Math.random() * comeBackSeconds);
    return new AppError('too_many_streams', { retryAfterSeconds });
  }

  app.decorate('streamPlaces', {
    enter: () => {
      if (taken >= maxEventStreams) throw refusal();
      taken += 1;
      return () => {
        taken -= 1;
        isFull = false;
      };
    },
    taken: () => taken,
  });
}

/** For one person, one process and one kind: more open pages than anybody looks at. */
const maxStreams = 20;

/** A comment: says only that the line is alive. */
export const heartbeat = ': ainda aqui\n\n';

type Open = {
  actor: Actor;
  /** What is refused here is refused before the first byte: a stream that has begun can only break. */
  events: (signal: AbortSignal) => Promise<AsyncGenerator<string>>;
};

/** Checked after each line was made: what was written after the session's end is never sent. */
async function* whileSessionStands(lines: AsyncGenerator<string>, { stands }: GuardedSession) {
  for await (const line of lines) {
    if (line !== heartbeat && !(await stands())) return;
    yield line;
  }
}

/** A client that leaves is not answered; also one that has left already. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  raw.once('close', () => leaving.abort());
  return leaving.signal;
}

/** Answers that never end by themselves, as lines of text/event-stream. */
export function eventStreams(
  app: Pick<FastifyInstance, 'addHook' | 'streamPlaces'>,
  deps: Pick<Deps, 'db' | 'now' | 'progress'>,
) {
  const guard = createSessionGuard(deps);
  const streams = new Map<string, number>();
  const closing = new AbortController();
  // A stream never ends by itself, and would hold the process until it is cut.
  app.addHook('preClose', async () => closing.abort());

  function enter(userId: string) {
    const open = streams.get(userId) ?? 0;
    if (open >= maxStreams) throw new AppError('too_many_requests', { retryAfterSeconds: 30 });
    const leavePlace = app.streamPlaces.enter();
    streams.set(userId, open + 1);
    return () => {
      leavePlace();
      const left = (streams.get(userId) ?? 1) - 1;
      if (left === 0) streams.delete(userId);
      else streams.set(userId, left);
    };
  }

  return async (reply: FastifyReply, { actor, events }: Open) => {
    const gone = disconnectSignal(reply);
    // Who left while their session was looked up closes no more, and would keep a place for ever.
    if (gone.aborted) return reply.hijack();
    gone.addEventListener('abort', enter(actor.userId), { once: true });
    const session = guard(actor, gone);
    // Whoever is served goes at some time, which lets go of both.
    const lines = await events(anySignal(gone, closing.signal, session.ended).signal);
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        // Kept open for a next request, it would outlast its stream and hold a process that stops.
        .header('connection', 'close')
        // Proxies that collect an answer before they pass it on would turn it into one late message.
        .header('x-accel-buffering', 'no')
        .send(Readable.from(whileSessionStands(lines, session), { objectMode: false, highWaterMark: 0 }))
    );
  };
}
