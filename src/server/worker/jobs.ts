import type { Deps } from '../deps.ts';
import { forgetAccount } from '../features/account/forget-account.ts';
import { forgetAccountJob } from '../features/account/forget-account-job.ts';
import { removeFiles } from '../features/account/remove-files.ts';
import { removeFilesJob } from '../features/account/remove-files-job.ts';
import { endBilling } from '../features/billing/end-billing.ts';
import { endBillingJob } from '../features/billing/end-billing-job.ts';
import { syncAll } from '../features/billing/sync-all.ts';
import { syncAllJob } from '../features/billing/sync-all-job.ts';
import { syncByCustomer } from '../features/billing/sync-customer.ts';
import { syncCustomerJob } from '../features/billing/sync-customer-job.ts';
import { tellEmail } from '../features/billing/tell-email.ts';
import { tellEmailJob } from '../features/billing/tell-email-job.ts';
import { foldTallies } from '../features/library/fold-tallies.ts';
import { sweepLimits } from '../features/limits/count-hit.ts';
import { deliverMail } from '../features/mail/deliver-mail.ts';
import { deliverMailJob } from '../features/mail/deliver-mail-job.ts';
import { sweepSignIns } from '../features/session/sweep-sign-ins.ts';
import { runSummary } from '../features/summaries/run-summary.ts';
import { runSummaryJob } from '../features/summaries/run-summary-job.ts';
import { sweepMessages } from '../features/support/sweep-messages.ts';
import { runTranscription } from '../features/transcriptions/run-transcription.ts';
import { runTranscriptionJob } from '../features/transcriptions/run-transcription-job.ts';
import { sweep } from '../features/transcriptions/sweep.ts';
import { sweepJob } from '../features/transcriptions/sweep-job.ts';
import type { JobHandlers } from '../job-definition.ts';

/** Every job there is. A definition without a handler below, or the reverse, does not compile. */
export const jobDefinitions = [
  deliverMailJob,
  endBillingJob,
  forgetAccountJob,
  removeFilesJob,
  runSummaryJob,
  runTranscriptionJob,
  sweepJob,
  syncAllJob,
  syncCustomerJob,
  tellEmailJob,
] as const;

export function jobHandlers(deps: Deps): JobHandlers<typeof jobDefinitions> {
  return {
    'deliver-mail': (payload, context) => deliverMail(deps, payload, context),
    'end-billing': (payload) => endBilling(deps, payload),
    'forget-account': (payload) => forgetAccount(deps, payload),
    'remove-files': (payload, context) => removeFiles(deps, payload, context),
    'run-summary': (payload, context) => runSummary(deps, payload, context),
    'run-transcription': (payload, context) => runTranscription(deps, payload, context),
    'sync-billing': (_payload, context) => syncAll(deps, context),
    'sync-billing-customer': (payload) => syncByCustomer(deps, payload),
    'tell-billing-email': (payload) => tellEmail(deps, payload),
    sweep: (_payload, context) =>
      sweep(deps, context, {
        signIns: () => sweepSignIns(deps),
        limits: () => sweepLimits(deps),
        messages: () => sweepMessages(deps),
        tallies: () => foldTallies(deps),
      }),
  };
}
