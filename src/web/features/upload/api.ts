import { AcceptedSchema } from '#contract/transcription.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';

type NewTranscription = {
  uploadId: string;
  title: string | undefined;
  language: string;
  signal: AbortSignal;
};

/** The server probes the file before it responds, and may first download it from its storage. */
const probeTimeoutMs = 180_000;

export const transcribeUpload = ({ signal, ...body }: NewTranscription) =>
  callApi(apiPaths.transcribe, {
    method: 'POST',
    body,
    signal,
    timeoutMs: probeTimeoutMs,
    parse: AcceptedSchema.parse,
  });
