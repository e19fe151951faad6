import { queryOptions } from '@tanstack/react-query';
import { type TextEdit, TextEditedSchema } from '#contract/transcript.ts';
import { TranscriptionSchema } from '#contract/transcription.ts';
import { FoundWordsSchema } from '#contract/transcription-list.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { ApiError, callApi } from '../../../api/client.ts';
import { describeError } from '../../../api/error-recovery.ts';
import type { SaveError } from './save-loop.ts';

/** The text as the server has it. */
export type ServerText = Readonly<{
  segments: readonly StoredSegment[];
  speakerNames: Readonly<Record<string, string>>;
  revision: number;
}>;

/** What browsers take along when a page is left is 64 KB in all, and a letter may be four bytes. */
export const maxLeavingLetters = 12_000;
export const maxLetters = 200_000;

export async function sendEdit(jobId: string, edit: TextEdit): Promise<number> {
  const letters = edit.changes.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
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

export function faultOf(error: unknown): SaveError {
  if (error instanceof ApiError) {
    if (error.body.code === 'text_changed_elsewhere') return 'changed_elsewhere';
    // The server is away for a moment: the same to the person as a lost connection.
    if (error.status < 500) return { refused: describeError(error).text };
  }
  return 'offline';
}

/** The words of a text that a search of the list found: singular and plural, with any accents. */
export const foundQuery = (jobId: string, q: string) =>
  queryOptions({
    queryKey: ['found', jobId, q],
    queryFn: ({ signal }) =>
      callApi(apiPaths.transcriptionSearch(jobId, q), {
        signal,
        parse: (answer) => FoundWordsSchema.parse(answer).words,
      }),
    enabled: q !== '',
    // Asked once: a text that is being corrected does not lose its marks.
    staleTime: Number.POSITIVE_INFINITY,
  });
