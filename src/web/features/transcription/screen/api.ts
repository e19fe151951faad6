import { queryOptions } from '@tanstack/react-query';
import { type Transcription, TranscriptionSchema } from '#contract/transcription.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { ApiError, callApi } from '../../../api/client.ts';

const timeoutMs = 60_000;

export const transcriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['transcription', id],
    queryFn: ({ signal }) =>
      // Three hours of words are a few megabytes: a slow phone takes its time.
      callApi(apiPaths.transcription(id), {
        signal,
        timeoutMs,
        parse: (answer) => TranscriptionSchema.parse(answer),
      }),
  });

/** Somebody else's, deleted, never there, or an address that was typed: to the person it is all the same. */
export const isNotFound = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.body.code === 'invalid_input');

export const isRunning = ({ status }: Pick<Transcription, 'status'>) =>
  status === 'pending' || status === 'processing';

export const saveTitle = (id: string, title: string | null) =>
  callApi(apiPaths.transcription(id), { method: 'PUT', body: { title }, parse: () => undefined });

export const retry = (id: string) =>
  callApi(apiPaths.transcriptionRetry(id), { method: 'POST', parse: () => undefined });

const change = (path: string) => (id: string) =>
  callApi(path, { method: 'POST', body: { ids: [id] }, parse: () => undefined });
export const removeTranscription = change(apiPaths.transcriptionsDelete);
export const restoreTranscription = change(apiPaths.transcriptionsRestore);
