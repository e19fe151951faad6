import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';

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
