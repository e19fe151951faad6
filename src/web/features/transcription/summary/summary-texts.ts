import type { Summary, SummaryProgress } from '#contract/summary.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { readyPrompts, restoredPrompt } from '#domain/ready-prompts.ts';
import { ApiError } from '#web/api/client.ts';
import { formatDateTime, formatDuration } from '#web/format/time.ts';
import { retryAfterText } from '#web/forms/server-errors.ts';

/** "cobre 0:00 a 2:58:12 de 2:58:12" */
export function coverText({ from_ms, to_ms, duration_ms }: Summary['covers']) {
  return `cobre ${formatTimestamp(from_ms)} a ${formatTimestamp(to_ms)} de ${formatTimestamp(duration_ms)}`;
}

/** The ranges that the summary lacks; undefined if it covers everything. */
export function missingText({ missing }: Summary['covers']): string | undefined {
  const parts = missing.map(
    ({ from_ms, to_ms }) => `${formatTimestamp(from_ms)} a ${formatTimestamp(to_ms)}`,
  );
  if (parts.length === 0) return undefined;
  const last = parts.at(-1);
  const all = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} e ${last}`;
  return `Ficou de fora: ${all}. Gere novamente para tentar incluir.`;
}

export function madeText({ model, seconds, created_at }: Pick<Summary, 'model' | 'seconds' | 'created_at'>) {
  return `${model} · ${seconds < 1 ? 'menos de 1 s' : `em ${formatDuration(seconds)}`} · ${formatDateTime(created_at)}`;
}

export function summaryProgressText(progress: SummaryProgress | undefined): string {
  if (progress === undefined) return 'Preparando o texto';
  const { stage, done_parts, total_parts, part_percent } = progress;
  if (stage === 'waiting') return 'O modelo está ocupado; tentando de novo';
  if (stage === 'writing') return 'Escrevendo o resumo';
  if (total_parts <= 1)
    return part_percent > 0 ? `Lendo a transcrição: ${part_percent}%` : 'Lendo a transcrição';
  const next = part_percent > 0 ? ` e ${part_percent}% da seguinte` : '';
  return `Lendo a transcrição: ${done_parts} de ${total_parts} partes${next}`;
}

const maxNameLength = 28;

/** The name of a prompt, or its first words. */
export function promptName(prompt: string, named: readonly { name: string; prompt: string }[]) {
  if (prompt === restoredPrompt) return 'Prompt padrão';
  const known = [...readyPrompts, ...named].find((each) => each.prompt === prompt);
  if (known !== undefined) return known.name;
  const line = prompt.replace(/\s+/g, ' ').trim();
  if (line.length <= maxNameLength) return line;
  // Cut between two words, unless the first word alone is too long.
  const firstWords = line.slice(0, maxNameLength + 1).replace(/[\s,;:.]+\S*$/, '');
  return `${firstWords.slice(0, maxNameLength)}…`;
}

/** The text of spec section 8. */
export const summaryFailed = 'Erro ao gerar resumo. Tente novamente.';

/** The server's message, if it adds to `summaryFailed`. */
export type SummaryErrorText = {
  said: string | undefined;
  needsPlan?: boolean;
  /** Not a failure: another summary is running, and the message disappears when it ends. */
  isPassing?: boolean;
};

export function describeSummaryError(error: unknown): SummaryErrorText {
  if (!(error instanceof ApiError)) return { said: undefined };
  const { code, error: text } = error.body;
  if (code === 'internal') return { said: undefined };
  if (code === 'summary_running') return { said: text, isPassing: true };
  return {
    said: [text, retryAfterText(error)].filter(Boolean).join(' '),
    needsPlan: code === 'plan_required',
  };
}

/** The server turns checked citations into links with the time in seconds: `[0:42](#t=42.3)`. */
const momentAddress = /^#t=(\d{1,6}(?:\.\d{1,3})?)$/;

export function parseMomentLink(address: string | undefined): number | undefined {
  const [, seconds] = momentAddress.exec(address ?? '') ?? [];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1_000);
}

/** Accepts only absolute URLs in model output, because a relative one could trigger an action on this site. */
export function parseExternalUrl(address: string | undefined): URL | undefined {
  if (address === undefined || !/^(https?:\/\/|mailto:)/i.test(address)) return undefined;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** A streamed link arrives piece by piece, so hide it until it is complete. */
export function stripPartialLink(text: string): string {
  return text.replace(/!?\[[^\]\n]{0,200}(?:\](?:\([^)\n]{0,400})?)?$/, '');
}
