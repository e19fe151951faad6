import type { ErrorCode } from '#contract/errors.ts';
import { MediaError, type MediaErrorKind } from '../../../adapters/media/media-error.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { Entitlements } from '../../usage/entitlements.ts';

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
export function isContentError(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.cause instanceof MediaError ? error.cause.isFaultOfFile : error.code === 'file_too_long';
}

/** Encoders pad the last frame, so an MP3 of exactly an hour lasts a little longer. */
const encodersSeconds = 1;

export const exceedsMaxSeconds = (maxSeconds: number, seconds: number) =>
  seconds > maxSeconds + encodersSeconds;

/** Rounded up, because "has 60 minutes and exceeds 60" would make no sense. */
export function fileTooLongError(seconds: number, { maxFileSeconds, planName }: Entitlements) {
  const minutes = Math.ceil((seconds - encodersSeconds) / 60);
  return new AppError('file_too_long', {
    text: `O arquivo tem ${minutes} minutos e passa dos ${maxFileSeconds / 60} minutos por arquivo do plano ${planName}.`,
  });
}

type Quota = { neededSeconds: number; leftSeconds: number; renewsOn: string };

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

export function quotaSpentError({ neededSeconds, leftSeconds, renewsOn }: Quota) {
  const day = dayAndMonth.format(new Date(`${renewsOn}T00:00:00Z`)).replace(/^1 de /, '1º de ');
  const left =
    leftSeconds <= 0
      ? 'Suas horas deste mês acabaram.'
      : `Este arquivo precisa de ${formatQuotaDuration(neededSeconds)}, e restam ${formatQuotaDuration(leftSeconds)} neste mês.`;
  return new AppError('quota_spent', { text: `${left} Suas horas se renovam em ${day}.` });
}
