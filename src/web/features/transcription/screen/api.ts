import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  OriginalsSchema,
  type Transcription,
  type TranscriptionChange,
  TranscriptionSchema,
} from '#contract/transcription.ts';
import { ChangedCountSchema } from '#contract/transcription-list.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { isRecord } from '#domain/is-record.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { ApiError, callApi, fetchFile } from '#web/api/client.ts';

const timeoutMs = minuteMs;

const isWord = (value: unknown) =>
  isRecord(value) &&
  typeof value.start_ms === 'number' &&
  typeof value.end_ms === 'number' &&
  typeof value.text === 'string';

const isSegment = (value: unknown) =>
  isWord(value) &&
  isRecord(value) &&
  typeof value.id === 'number' &&
  (value.words === undefined || (Array.isArray(value.words) && value.words.every(isWord)));

/** Checked by hand, because a schema takes a tenth of the time in which three hours of text open. */
const AnswerSchema = TranscriptionSchema.extend({
  segments: z.custom<StoredSegment[]>((value) => Array.isArray(value) && value.every(isSegment)),
});

export const transcriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['transcription', id],
    queryFn: ({ signal }) =>
      // A three-hour transcript is a few megabytes, which a slow phone downloads slowly.
      callApi(apiPaths.transcription(id), {
        signal,
        timeoutMs,
        parse: AnswerSchema.parse,
      }),
  });

/** The addresses are valid for an hour. */
const originalsFreshMs = 30 * minuteMs;

export const originalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['originals', id],
    staleTime: originalsFreshMs,
    refetchInterval: originalsFreshMs,
    queryFn: ({ signal }) => callApi(apiPaths.originals(id), { signal, parse: OriginalsSchema.parse }),
  });

/** True for another owner's id, a deleted or unknown id, and an invalid one. */
export const isNotFound = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.body.code === 'invalid_input');

export const isTranscriptionRunning = ({ status }: Pick<Transcription, 'status'>) =>
  status === 'pending' || status === 'processing';

export const saveTranscription = (id: string, change: TranscriptionChange) =>
  callApi(apiPaths.transcription(id), { method: 'PUT', body: change, parse: () => undefined });

const bulkAction = (path: string) => (ids: readonly string[]) =>
  callApi(path, { method: 'POST', body: { ids }, parse: ChangedCountSchema.parse });

export const deleteTranscriptions = bulkAction(apiPaths.transcriptionsDelete);
export const restoreTranscriptions = bulkAction(apiPaths.transcriptionsRestore);

/** The server takes long to lay out the pages of a long text. */
const exportTimeoutMs = 2 * minuteMs;

type ExportChoice = { format: string; namesReviewer: boolean };

export const exportTranscription = (id: string, { format, namesReviewer }: ExportChoice) =>
  fetchFile(`${apiPaths.transcriptionExport(id, format)}${namesReviewer ? '?review=1' : ''}`, {
    timeoutMs: exportTimeoutMs,
  });

export function retryTranscription(id: string) {
  return callApi(apiPaths.transcriptionRetry(id), { method: 'POST', parse: () => undefined });
}

/** Null: the person does not know how many people speak. */
export const stateVoices = (id: string, voices: number | null) =>
  callApi(apiPaths.transcriptionVoices(id), { method: 'PUT', body: { voices }, parse: () => undefined });
