import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the library's own.
  interface FastifyContextConfig {
    /** Its body or its answer lasts as long as the line is slow or somebody listens. */
    longLived?: boolean;
  }
}

export type RequestDeadlines = Readonly<{
  /** For the head of a request, and how often that is looked at. */
  headMs: number;
  lookEveryMs: number;
  bodyMs: number;
  /** From the first word of the request to the last of the answer, also when that is a whole account in one file. */
  answerMs: number;
  /** On a line on which nothing goes either way. */
  silentMs: number;
}>;

export const defaultDeadlines: RequestDeadlines = {
  headMs: 60_000,
  lookEveryMs: 30_000,
  bodyMs: 60_000,
  answerMs: 20 * 60_000,
  silentMs: 120_000,
};

/**
 * A body that comes a letter at a time, or an answer that is read so, holds a connection for ever, and whatever is read
 * for it. The server's own limit knows no difference between a form and a recording of two gigabytes, so it is kept
 * here; a line that says nothing at all is cut anyway.
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
