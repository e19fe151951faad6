import { AcceptedSchema } from '#contract/transcription.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';

type NewTranscription = {
  uploadId: string;
  title: string | undefined;
  language: string;
  signal: AbortSignal;
};

/** The server opens the file before it answers, and may first have to fetch it from its storage. */
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
