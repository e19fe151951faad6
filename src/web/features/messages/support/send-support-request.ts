import { SupportReplySchema, type SupportRequest } from '#contract/messages.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

export function sendSupportRequest(request: SupportRequest) {
  return callApi(apiPaths.support, {
    method: 'POST',
    body: request,
    parse: (answer) => SupportReplySchema.parse(answer),
  });
}
