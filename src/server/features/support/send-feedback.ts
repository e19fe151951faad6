import type { Feedback } from '#contract/feedback.ts';
import { feedbackMessages } from '../../adapters/db/schema/support.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../mail/queue-mail.ts';

/** Kept and mailed in one transaction, like a contact message. */
export async function sendFeedback(deps: Deps, feedback: Feedback) {
  await deps.db.transaction(async (tx) => {
    await tx.insert(feedbackMessages).values(feedback);
    await queueMail(
      deps,
      { template: 'feedback-message', to: deps.config.mail.supportAddress, data: feedback },
      { tx },
    );
  });
}
