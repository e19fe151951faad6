import type { ErrorCode } from '#contract/errors.ts';
import { MediaError, type MediaErrorKind } from '#server/adapters/media/media-error.ts';
import { AppError } from '#server/errors/app-error.ts';
import type { Entitlements } from '#server/features/usage/entitlements.ts';
import { namedText } from '../run/part-rows.ts';

/** The error code that the sender of a faulty file gets. */
const codes = {
  empty: 'file_empty',
  unsupported: 'format_invalid',
  unreadable: 'file_unreadable',
  cut_short: 'file_unreadable',
  no_audio: 'audio_missing',
  zero_length: 'file_empty',
  too_long: 'file_too_long',
  mostly_padding: 'file_mostly_padding',
  took_too_long: 'file_unreadable',
  disk_full: 'storage_full',
  engine_missing: 'internal',
} as const satisfies Record<MediaErrorKind, ErrorCode>;

export const mediaFaultError = (kind: MediaErrorKind, cause: unknown) => new AppError(codes[kind], { cause });

/** True if a later attempt cannot succeed. A file that took too long to read may succeed on an idle machine. */
export const isContentError = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof MediaError && error.cause.isFaultOfFile;

/** Says which of several files the server refused. */
export function namedError(error: unknown, part: Parameters<typeof namedText>[0]): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, text, cause } = error;
  return new AppError(code, { text: namedText(part, text), cause });
}

/** Encoders pad the last frame, so an MP3 of exactly an hour lasts a little longer. */
const encodersSeconds = 1;

export const exceedsMaxSeconds = (maxSeconds: number, seconds: number) =>
  seconds > maxSeconds + encodersSeconds;

/** Rounded up, because "has 60 minutes and exceeds 60" would make no sense. */
export function fileTooLongError(
  seconds: number,
  { maxFileSeconds, planName, fileCount }: Pick<Entitlements, 'maxFileSeconds' | 'planName'> & Counted,
) {
  const minutes = Math.ceil((seconds - encodersSeconds) / 60);
  const limit = `dos ${maxFileSeconds / 60} minutos por arquivo do plano ${planName}.`;
  return new AppError('file_too_long', {
    text:
      fileCount === 1
        ? `O arquivo tem ${minutes} minutos e passa ${limit}`
        : `Os ${fileCount} arquivos juntos têm ${minutes} minutos e passam ${limit} Junte menos arquivos, ou transcreva cada um.`,
  });
}

type Counted = { fileCount: number };
type Quota = Counted & { neededSeconds: number; leftSeconds: number; renewsOn: string };

const dayAndMonth = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** "1 h 12 min", or seconds below a minute, so that a small remainder never reads as zero. */
function formatQuotaDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  const [hours, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  return [hours > 0 ? `${hours} h` : undefined, rest > 0 ? `${rest} min` : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
}

export function quotaSpentError({ neededSeconds, leftSeconds, renewsOn, fileCount }: Quota) {
  const day = dayAndMonth.format(new Date(`${renewsOn}T00:00:00Z`)).replace(/^1 de /, '1º de ');
  const needed = fileCount === 1 ? 'Este arquivo precisa' : 'Estes arquivos precisam';
  const left =
    leftSeconds <= 0
      ? 'Suas horas deste mês acabaram.'
      : `${needed} de ${formatQuotaDuration(neededSeconds)}, e restam ${formatQuotaDuration(leftSeconds)} neste mês.`;
  return new AppError('quota_spent', { text: `${left} Suas horas se renovam em ${day}.` });
}
