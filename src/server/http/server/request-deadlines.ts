import type { FastifyInstance } from 'fastify';
import { minuteMs } from '#domain/format/durations.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the library's own.
  interface FastifyContextConfig {
    /** No deadline: the route transfers large files or streams events. */
    longLived?: boolean;
  }
}

export type RequestDeadlines = Readonly<{
  /** For the head of a request, and how often the server checks it. */
  headMs: number;
  lookEveryMs: number;
  bodyMs: number;
  /** From the start of the request to the end of the answer. An account export must fit in it. */
  answerMs: number;
  /** For a connection without traffic in either direction. */
  silentMs: number;
}>;

export const defaultDeadlines: RequestDeadlines = {
  headMs: minuteMs,
  lookEveryMs: 30_000,
  bodyMs: minuteMs,
  answerMs: 20 * minuteMs,
  silentMs: 2 * minuteMs,
};

/**
 * Destroys connections whose client sends its body or reads its answer too slowly, because each holds memory for
 * ever. Node's `requestTimeout` cannot tell a form from a recording of two gigabytes, so this hook replaces it.
 * Node's `connectionTimeout` still closes silent connections.
 */
export function registerRequestDeadlines(app: FastifyInstance, { bodyMs, answerMs }: RequestDeadlines) {
  app.addHook('onRequest', async ({ raw, routeOptions }, { raw: answer }) => {
    if (routeOptions.config.longLived === true) return;
    const cutAfter = (ms: number, isOver: () => boolean) => {
      const timer = setTimeout(() => (isOver() ? undefined : raw.destroy()), ms);
      timer.unref();
      return () => clearTimeout(timer);
    };
    if (!raw.complete)
      raw.once(
        'close',
        cutAfter(bodyMs, () => raw.complete),
      );
    answer.once(
      'close',
      cutAfter(answerMs, () => answer.writableFinished),
    );
  });
}
