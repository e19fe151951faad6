import { AcceptedSchema } from '#contract/transcription.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

type NewTranscription = {
  /** Several become one transcription, in this order. */
  uploadIds: readonly string[];
  title: string | undefined;
  language: string;
  /** How many people speak, if the person said so. */
  voices: number | undefined;
  signal: AbortSignal;
};

/** The server probes the file before it responds, and may first download it from its storage. */
const probeTimeoutMs = 180_000;

export const transcribeUploads = ({ signal, uploadIds, ...body }: NewTranscription) =>
  callApi(apiPaths.transcribe, {
    method: 'POST',
    body: uploadIds.length === 1 ? { ...body, uploadId: uploadIds[0] } : { ...body, uploadIds },
    signal,
    timeoutMs: probeTimeoutMs,
    parse: AcceptedSchema.parse,
  });
