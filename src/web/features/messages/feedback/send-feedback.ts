import { type Feedback, FeedbackReplySchema } from '#contract/messages.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

export function sendFeedback(feedback: Feedback) {
  return callApi(apiPaths.feedback, {
    method: 'POST',
    body: feedback,
    parse: (answer) => FeedbackReplySchema.parse(answer),
  });
}
