import { queryOptions } from '@tanstack/react-query';
import { type Mark, MarkSchema, MarksSchema } from '#contract/marks.ts';
import type { CitationStyle } from '#domain/citation/citation.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi, fetchFile } from '#web/api/client.ts';

export const marksQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['marks', jobId],
    queryFn: ({ signal }) => callApi(apiPaths.marks(jobId), { signal, parse: MarksSchema.parse }),
  });

/** `replaces` is the note that the person has seen: the server refuses to overwrite another one. */
export const putMark = (jobId: string, { id, created_at: _, ...edit }: Mark, replaces?: Pick<Mark, 'note'>) =>
  callApi(apiPaths.mark(jobId, id), {
    method: 'PUT',
    body: { ...edit, ...(replaces !== undefined && { replaces }) },
    parse: MarkSchema.parse,
  });

export const deleteMark = (jobId: string, id: string) =>
  callApi(apiPaths.mark(jobId, id), { method: 'DELETE', parse: () => undefined });

/** The server lays out the pages of a Word document. */
const exportTimeoutMs = 2 * minuteMs;

type ExportChoice = { format: 'docx' | 'md'; style: CitationStyle };

export const exportMarks = (jobId: string, { format, style }: ExportChoice) =>
  fetchFile(`${apiPaths.marksExport(jobId, format)}?${new URLSearchParams({ style })}`, {
    timeoutMs: exportTimeoutMs,
  });
