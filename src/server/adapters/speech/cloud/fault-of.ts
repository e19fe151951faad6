import { APICallError, JSONParseError, TypeValidationError } from 'ai';
import { z } from 'zod';
import { SpeechFault, type SpeechFaultKind } from '../engine.ts';

const kinds: Readonly<Record<number, SpeechFaultKind>> = {
  401: 'unauthorized',
  402: 'unauthorized',
  403: 'unauthorized',
  404: 'refused',
  408: 'temporary',
  409: 'temporary',
  413: 'too_big',
  425: 'temporary',
  429: 'busy',
};

/** Seconds or a date, as HTTP allows both; some servers say milliseconds in a header of their own. */
function retryAfterMs(headers: Record<string, string> = {}): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (Number.isFinite(exact) && exact > 0) return exact;
  const said = headers['retry-after'];
  if (said === undefined) return undefined;
  const seconds = Number(said);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(said) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function kindOf(status: number | undefined): SpeechFaultKind {
  if (status === undefined || status >= 500) return 'temporary';
  return kinds[status] ?? (status >= 400 ? 'refused' : 'nonsense');
}

/** The vendor's own words stay in `cause`. They may hold what was said: the log tells their kind and code alone. */
export function faultOf(error: unknown, signal: AbortSignal | undefined): SpeechFault {
  if (error instanceof SpeechFault) return error;
  if (signal?.aborted) return new SpeechFault('aborted', 'called off', { cause: error });
  if (APICallError.isInstance(error)) {
    const kind = kindOf(error.statusCode);
    return new SpeechFault(kind, `the engine answered ${error.statusCode ?? 'nothing'}`, {
      cause: error,
      retryAfterMs: retryAfterMs(error.responseHeaders),
    });
  }
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    error instanceof z.ZodError
  )
    return new SpeechFault('nonsense', 'the engine answered what is no transcript', { cause: error });
  return new SpeechFault('temporary', 'the engine could not be reached', { cause: error });
}
