import { SupportReplySchema, type SupportRequest } from '#contract/support.ts';
import { callApi } from '../../api-client.ts';
import { apiPaths } from '../../api-paths.ts';

export function sendSupportRequest(request: SupportRequest) {
  return callApi(apiPaths.support, {
    method: 'POST',
    body: request,
    parse: (answer) => SupportReplySchema.parse(answer),
  });
}
