import type { PlanUsage } from '#contract/plan-usage.ts';
import { formatRefusalText } from '#domain/format/accepted-formats.ts';
import { hourSeconds } from '#domain/format/durations.ts';
import { formatFileSize } from '#domain/format/file-size.ts';
import { formatDuration } from '#web/format/time.ts';
import { cannotHoldSound } from './file-kinds.ts';

/** The same tolerance as on the server, because encoders pad the last frame. */
const encodersSeconds = 1;

export const fileRefusalTexts = {
  missing: 'Selecione um arquivo para continuar.',
  format: formatRefusalText,
  empty: 'O arquivo está vazio. Escolha outro e tente de novo.',
  noSound: 'Este vídeo não possui áudio. Por favor, envie um arquivo com som.',
} as const;

type NamedFile = Pick<File, 'name' | 'size'> & { type?: string };

/** Checks that need no file access. The server decides by the content. */
export function refusalByNameAndSize(
  file: NamedFile,
  { isRecording = false, uploadMaxBytes }: { isRecording?: boolean; uploadMaxBytes: number | undefined },
): string | undefined {
  const { size } = file;
  if (!isRecording && cannotHoldSound(file)) return fileRefusalTexts.format;
  if (size === 0) return fileRefusalTexts.empty;
  if (uploadMaxBytes !== undefined && size > uploadMaxBytes)
    return `O arquivo tem ${formatFileSize(size)} e passa de ${formatFileSize(uploadMaxBytes)}, o maior que aceitamos.`;
  return undefined;
}

/** The result of an inspection; undefined values are left to the server. */
export type FileInspection = {
  seconds: number | undefined;
  hasSound: boolean | undefined;
  hasPicture: boolean | undefined;
};

export type PlanLimits = { maxFileMinutes: number; secondsLeft: number; planName: string | undefined };

export function toPlanLimits(
  usage: PlanUsage | undefined,
  planName: string | undefined,
): PlanLimits | undefined {
  if (usage === undefined) return undefined;
  const secondsLeft = Math.max(0, Math.round((usage.hoursLimit - usage.usedHours) * hourSeconds));
  return { maxFileMinutes: usage.maxFileMinutes, secondsLeft, planName };
}

export const exceedsMaxMinutes = (maxFileMinutes: number, seconds: number) =>
  seconds > maxFileMinutes * 60 + encodersSeconds;

export const exceedsHours = ({ secondsLeft }: PlanLimits, seconds: number | undefined) =>
  secondsLeft <= 0 || (seconds !== undefined && seconds > secondsLeft);

export function refusalByPlan(
  { seconds, hasSound }: Pick<FileInspection, 'seconds' | 'hasSound'>,
  limits: PlanLimits | undefined,
): string | undefined {
  if (hasSound === false) return fileRefusalTexts.noSound;
  if (limits === undefined) return undefined;
  const { maxFileMinutes, secondsLeft, planName } = limits;
  if (seconds !== undefined && exceedsMaxMinutes(maxFileMinutes, seconds)) {
    const whose = planName === undefined ? 'o limite do seu plano' : `o limite do plano ${planName}`;
    return `O arquivo passa de ${maxFileMinutes} minutos, ${whose}.`;
  }
  if (secondsLeft <= 0) return 'Suas horas deste mês acabaram.';
  if (seconds !== undefined && exceedsHours(limits, seconds))
    return `O arquivo tem ${formatDuration(seconds)}, e restam ${formatDuration(secondsLeft)} neste mês.`;
  return undefined;
}

/** A warning about files that fit the remaining hours alone but not together. */
export function totalTooLongText(seconds: readonly (number | undefined)[], limits: PlanLimits | undefined) {
  if (limits === undefined || seconds.length < 2) return undefined;
  const sum = seconds.reduce<number>((total, each) => total + (each ?? 0), 0);
  if (sum <= limits.secondsLeft) return undefined;
  return `Juntos, os arquivos têm ${formatDuration(sum)}, e restam ${formatDuration(limits.secondsLeft)} neste mês: o que não couber será recusado.`;
}
