import type { PlanUsage } from '#contract/plan-usage.ts';
import { AcceptedSchema } from '#contract/transcription.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';
import type { PlanLimits } from './file-rules.ts';

type NewTranscription = {
  uploadId: string;
  title: string | undefined;
  language: string;
  signal: AbortSignal;
};

/** The server probes the file before it responds, and may first download it from its storage. */
const timeoutMs = 180_000;

export function transcribeUpload({ signal, ...body }: NewTranscription) {
  return callApi(apiPaths.transcribe, {
    method: 'POST',
    body,
    signal,
    timeoutMs,
    parse: (answer) => AcceptedSchema.parse(answer),
  });
}
export type TranscribeUpload = typeof transcribeUpload;

const hourSeconds = 3_600;

export function toPlanLimits(
  usage: PlanUsage | undefined,
  planName: string | undefined,
): PlanLimits | undefined {
  if (usage === undefined) return undefined;
  const secondsLeft = Math.max(0, Math.round((usage.hoursLimit - usage.usedHours) * hourSeconds));
  return { maxFileMinutes: usage.maxFileMinutes, secondsLeft, planName };
}
