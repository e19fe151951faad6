import { secondMs } from '#domain/format/durations.ts';

/** Prometheus waits 10 s for all metrics of a process. Otherwise a database that hangs looks like a process that is down. */
const waitMs = 3 * secondMs;

export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${waitMs} ms`)), waitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
