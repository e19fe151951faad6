import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Actor } from '#server/actor.ts';
import { anySignal } from '#server/concurrency/abort-signals.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { createSessionGuard, type GuardedSession } from '#server/features/auth/sessions/session-guard.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the library's own.
  interface FastifyInstance {
    streamSlots: StreamSlots;
  }
}

type StreamSlots = Readonly<{ takeSlot: () => () => void; openCount: () => number }>;

const minRetrySeconds = 15;

/**
 * Limits the event streams of one process, because each holds memory and costs a check at every change. Without a
 * limit many users, or one attacker with many accounts, could exhaust the process. Refused pages poll every few
 * seconds and retry.
 */
export function registerEventStreamLimit(
  app: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
) {
  const { maxEventStreams } = config.http;
  let taken = 0;
  let isFull = false;

  function refusal() {
    if (!isFull) log.warn({ maxEventStreams }, 'the limit of event streams is reached');
    isFull = true;
    // Jitter, so that refused pages do not all retry in the same second.
    const retryAfterSeconds = minRetrySeconds + Math.floor(Math.random() * minRetrySeconds);
    return new AppError('too_many_streams', { retryAfterSeconds });
  }

  app.decorate('streamSlots', {
    takeSlot: () => {
      if (taken >= maxEventStreams) throw refusal();
      taken += 1;
      return () => {
        taken -= 1;
        isFull = false;
      };
    },
    openCount: () => taken,
  });
}

type StreamApp = Pick<FastifyInstance, 'addHook' | 'streamSlots'>;

/** Also limits the streams of each user in this process. Returns the function that takes a slot. */
export function limitStreamsPerUser({ streamSlots }: StreamApp, maxPerUser: number) {
  const taken = new Map<string, number>();
  return (userId: string): (() => void) => {
    const before = taken.get(userId) ?? 0;
    if (before >= maxPerUser)
      throw new AppError('too_many_requests', { retryAfterSeconds: 30, limit: 'streams-of-user' });
    const releaseSlot = streamSlots.takeSlot();
    taken.set(userId, before + 1);
    return () => {
      releaseSlot();
      const left = (taken.get(userId) ?? 1) - 1;
      if (left === 0) taken.delete(userId);
      else taken.set(userId, left);
    };
  };
}

/** Per user, process and kind of stream: more pages than a user keeps open. */
const maxStreams = 20;

/** An SSE comment that keeps the connection alive. */
export const heartbeat = ': ainda aqui\n\n';

type Open = {
  actor: Actor;
  /** Refuse here, before the first byte: a stream that has begun cannot send an error status. */
  events: (signal: AbortSignal) => Promise<AsyncGenerator<string>>;
};

/** Checks the session after producing each line, so that no line is sent after the session ended. */
async function* whileSessionIsValid(lines: AsyncGenerator<string>, { isValid }: GuardedSession) {
  for await (const line of lines) {
    if (line !== heartbeat && !(await isValid())) return;
    yield line;
  }
}

/** Aborts when the client disconnects; already aborted if it has. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  raw.once('close', () => leaving.abort());
  return leaving.signal;
}

/** Sends text/event-stream answers that never end by themselves. */
export function eventStreams(app: StreamApp, deps: Pick<Deps, 'db' | 'now' | 'progress'>) {
  const guard = createSessionGuard(deps);
  const takeSlot = limitStreamsPerUser(app, maxStreams);
  const closing = new AbortController();
  // A stream never ends by itself and would delay the shutdown until its connection is cut.
  app.addHook('preClose', async () => closing.abort());

  return async (reply: FastifyReply, { actor, events }: Open) => {
    const disconnected = disconnectSignal(reply);
    // The client may disconnect during authentication. 'close' will not fire again, so the slot would leak.
    if (disconnected.aborted) return reply.hijack();
    disconnected.addEventListener('abort', takeSlot(actor.userId), { once: true });
    const session = guard(actor, disconnected);
    // Needs no dispose, because every client disconnects eventually and the abort removes the listeners.
    const lines = await events(anySignal(disconnected, closing.signal, session.ended).signal);
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        // A keep-alive connection would outlast its stream and delay the shutdown.
        .header('connection', 'close')
        // A buffering proxy would deliver all events late, in one piece.
        .header('x-accel-buffering', 'no')
        .send(Readable.from(whileSessionIsValid(lines, session), { objectMode: false, highWaterMark: 0 }))
    );
  };
}
