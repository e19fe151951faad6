/** The script in the head leaves its request here; app/early-request.ts is its source. */
export const earlyAnswerName = 'escribaEarlyAnswer';

type EarlyAnswer = { path: string; token: string; sentAtMs: number; answer: Promise<Response> };

/** As long as a query counts as fresh. The page may have waited for the server, or for the person. */
const maxAgeMs = 30_000;

/**
 * The answer to the request that the head sent before the scripts had loaded, once. Undefined for another request, and
 * for one with another token, because another account may have signed in meanwhile.
 */
export function takeEarlyAnswer(
  path: string,
  token: string | undefined,
): Promise<Response | undefined> | undefined {
  const holder = globalThis as { [earlyAnswerName]?: EarlyAnswer };
  const early = holder[earlyAnswerName];
  if (early?.path !== path) return undefined;
  delete holder[earlyAnswerName];
  if (early.token !== token || performance.now() - early.sentAtMs > maxAgeMs) return undefined;
  // The page then sends the request itself.
  return early.answer.catch(() => undefined);
}
