import { momentText } from '../../format/date.ts';

const nowForMs = 5 * 60_000;

/** A session is noted as seen now and then, not with each call: the last minutes are all "now". */
export function seenText(lastSeenAt: string, nowMs: number) {
  const isNow = nowMs - Date.parse(lastSeenAt) < nowForMs;
  return isNow ? 'Ativa agora' : `Vista em ${momentText(lastSeenAt)}`;
}
