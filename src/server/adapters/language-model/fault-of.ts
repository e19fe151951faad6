import { APICallError } from 'ai';
import { LanguageFault, type LanguageFaultKind } from './language-model.ts';

const kinds: Readonly<Record<number, LanguageFaultKind>> = {
  401: 'unauthorized',
  402: 'unauthorized',
  403: 'unauthorized',
  408: 'temporary',
  409: 'temporary',
  413: 'too_long',
  425: 'temporary',
  429: 'busy',
};

/** Each vendor says it in its own words, all with the status of any bad request. */
const tooLong =
  /context[_ ]length|context window|maximum context|too many tokens|prompt is too long|exceeds? the (?:maximum|limit|available context)/i;

/** Said with the status of a busy server, and no wait helps. */
const noMoney =
  /insufficient_quota|billing_hard_limit|exceeded your current quota, please check your plan and billing/i;

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

function kindOf({ statusCode: status, responseBody = '' }: APICallError): LanguageFaultKind {
  if (status === undefined || status >= 500) return 'temporary';
  if (status === 429 && noMoney.test(responseBody)) return 'unauthorized';
  if (status === 400 && tooLong.test(responseBody)) return 'too_long';
  // An answer that begins well and is no answer: another try may bring one.
  if (status < 400) return 'temporary';
  return kinds[status] ?? 'refused';
}

export function faultOf(error: unknown, signal: AbortSignal): LanguageFault {
  if (error instanceof LanguageFault) return error;
  if (signal.aborted) return new LanguageFault('aborted', 'called off', { cause: error });
  if (APICallError.isInstance(error))
    return new LanguageFault(kindOf(error), `the model answered ${error.statusCode ?? 'nothing'}`, {
      cause: error,
      retryAfterMs: retryAfterMs(error.responseHeaders),
    });
  return new LanguageFault('temporary', 'the line to the model broke', { cause: error });
}
