/** The AI SDK prints its warnings to the console. The relevant ones also arrive as errors. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/** HTTP allows seconds or a date. Some servers also send milliseconds in their own header. */
export function retryAfterMs(headers: Record<string, string> = {}): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (Number.isFinite(exact) && exact > 0) return exact;
  const header = headers['retry-after'];
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

const noCredit =
  /insufficient_quota|billing_hard_limit|exceeded your current quota, please check your plan and billing/i;

/** Vendors send it with status 429 too, but waiting does not help. */
export const isOutOfCredit = (responseBody: string) => noCredit.test(responseBody);
