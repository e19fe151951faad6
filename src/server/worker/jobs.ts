import type { Deps } from '../deps.ts';
import { forgetAccount } from '../features/account/deletion/forget-account.ts';
import { forgetAccountJob } from '../features/account/deletion/forget-account-job.ts';
import { removeFiles } from '../features/account/deletion/remove-files.ts';
import { removeFilesJob } from '../features/account/deletion/remove-files-job.ts';
import { sweepSignIns } from '../features/auth/sessions/sweep-sign-ins.ts';
import { endBilling } from '../features/billing/sync/end-billing.ts';
import { endBillingJob } from '../features/billing/sync/end-billing-job.ts';
import { syncAll } from '../features/billing/sync/sync-all.ts';
import { syncAllJob } from '../features/billing/sync/sync-all-job.ts';
import { syncByCustomer } from '../features/billing/sync/sync-customer.ts';
import { syncCustomerEmail } from '../features/billing/sync/sync-customer-email.ts';
import { syncCustomerEmailJob } from '../features/billing/sync/sync-customer-email-job.ts';
import { syncCustomerJob } from '../features/billing/sync/sync-customer-job.ts';
import { foldTallies } from '../features/library/fold-tallies.ts';
import { sweepLimits } from '../features/limits/count-hit.ts';
import { deliverMail } from '../features/mail/deliver-mail.ts';
import { deliverMailJob } from '../features/mail/deliver-mail-job.ts';
import { sweepMessages } from '../features/messages/sweep-messages.ts';
import { runSummary } from '../features/summaries/run-summary.ts';
import { runSummaryJob } from '../features/summaries/run-summary-job.ts';
import { runMaintenance } from '../features/transcriptions/cleanup/maintenance.ts';
import { maintenanceJob } from '../features/transcriptions/cleanup/maintenance-job.ts';
import { runTranscription } from '../features/transcriptions/run/run-transcription.ts';
import { runTranscriptionJob } from '../features/transcriptions/run/run-transcription-job.ts';
import type { JobHandlers } from '../jobs/job-definition.ts';

/** Every job there is. A definition without a handler below, or the reverse, does not compile. */
export const jobDefinitions = [
  deliverMailJob,
  endBillingJob,
  forgetAccountJob,
  removeFilesJob,
  runSummaryJob,
  runTranscriptionJob,
  maintenanceJob,
  syncAllJob,
  syncCustomerJob,
  syncCustomerEmailJob,
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
    'tell-billing-email': (payload) => syncCustomerEmail(deps, payload),
    sweep: (_payload, context) =>
      runMaintenance(deps, context, {
        signIns: () => sweepSignIns(deps),
        limits: () => sweepLimits(deps),
        messages: () => sweepMessages(deps),
        tallies: () => foldTallies(deps),
      }),
  };
}
