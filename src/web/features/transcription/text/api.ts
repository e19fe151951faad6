import { queryOptions } from '@tanstack/react-query';
import { type TextEdit, TextEditedSchema } from '#contract/transcript.ts';
import { TranscriptionSchema } from '#contract/transcription.ts';
import { FoundWordsSchema } from '#contract/transcription-list.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { ApiError, callApi } from '#web/api/client.ts';
import { describeError } from '#web/api/error-recovery.ts';
import type { SaveError } from './save-loop.ts';

/** The transcript as stored on the server. */
export type ServerText = Readonly<{
  segments: readonly StoredSegment[];
  speakerNames: Readonly<Record<string, string>>;
  revision: number;
}>;

/** Browsers limit keepalive requests to 64 KB in total, and a character can take four bytes. */
export const maxLeavingLetters = 12_000;
/** The server refuses larger requests. */
export const maxLetters = 200_000;

/** An id and a speaker take as many bytes as this many letters of four bytes. */
const idLetters = 20;
export const changeLetters = ({ text = '' }: TextEdit['changes'][number]) => idLetters + text.length;

export async function sendEdit(jobId: string, edit: TextEdit): Promise<number> {
  const letters = edit.changes.reduce((sum, change) => sum + changeLetters(change), 0);
  const { revision } = await callApi(apiPaths.transcriptionText(jobId), {
    method: 'PATCH',
    body: edit,
    keepalive: letters <= maxLeavingLetters,
    parse: TextEditedSchema.parse,
  });
  return revision;
}

export async function fetchText(jobId: string): Promise<ServerText> {
  const { segments, speaker_names, revision } = await callApi(apiPaths.transcription(jobId), {
    parse: TranscriptionSchema.parse,
  });
  return { segments, speakerNames: speaker_names, revision };
}

export function toSaveError(error: unknown): SaveError {
  if (error instanceof ApiError) {
    if (error.body.code === 'text_changed_elsewhere') return 'changed_elsewhere';
    // A server error is temporary, so show it like a lost connection.
    if (error.status < 500) return { refused: describeError(error).text };
  }
  return 'offline';
}

/** The words of the transcript that match a search of the list: singular and plural, with any accents. */
export const foundQuery = (jobId: string, q: string) =>
  queryOptions({
    queryKey: ['found', jobId, q],
    queryFn: ({ signal }) =>
      callApi(apiPaths.transcriptionSearch(jobId, q), {
        signal,
        parse: (answer) => FoundWordsSchema.parse(answer).words,
      }),
    enabled: q !== '',
    // Fetch only once, so that the marks stay while the owner edits the text.
    staleTime: Number.POSITIVE_INFINITY,
  });
