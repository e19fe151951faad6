import { ChangedCountSchema } from '#contract/transcription-list.ts';
import { apiPaths } from '../../api/api-paths.ts';
import { callApi } from '../../api/client.ts';

const bulkAction = (path: string) => (ids: readonly string[]) =>
  callApi(path, { method: 'POST', body: { ids }, parse: (answer) => ChangedCountSchema.parse(answer) });

export const deleteTranscriptions = bulkAction(apiPaths.transcriptionsDelete);
export const restoreTranscriptions = bulkAction(apiPaths.transcriptionsRestore);

export function retryTranscription(id: string) {
  return callApi(apiPaths.transcriptionRetry(id), { method: 'POST', parse: () => undefined });
}
