import type { Deps } from '#server/deps.ts';
import { forgetAccount, forgetAccountJob } from '#server/features/account/deletion/forget-account.ts';
import { removeFiles, removeFilesJob } from '#server/features/account/deletion/remove-files.ts';
import { endBilling, endBillingJob } from '#server/features/billing/sync/end-billing.ts';
import { queueBillingSync, syncBilling, syncBillingJob } from '#server/features/billing/sync/sync-billing.ts';
import {
  syncBillingEmail,
  syncBillingEmailJob,
  tellBillingEmailJob,
} from '#server/features/billing/sync/sync-billing-email.ts';
import { syncBillingCustomer } from '#server/features/billing/sync/sync-customer.ts';
import { syncBillingCustomerJob } from '#server/features/billing/sync/sync-held.ts';
import { deliverMail, deliverMailJob } from '#server/features/mail/mail-queue.ts';
import { runSummary, runSummaryJob } from '#server/features/summaries/run-summary.ts';
import { findVoicesJob } from '#server/features/transcriptions/run/queue-voices.ts';
import {
  runTranscription,
  runTranscriptionJob,
} from '#server/features/transcriptions/run/run-transcription.ts';
import { findVoices } from '#server/features/transcriptions/voices/find-voices.ts';
import type { JobHandlers } from '#server/jobs/job-definition.ts';
import { hourlySweepJob, queueHourlySweep, runHourlySweep } from './hourly-sweep.ts';

/** All jobs. A definition without a handler below, or the reverse, does not compile. */
export const jobDefinitions = [
  deliverMailJob,
  endBillingJob,
  findVoicesJob,
  forgetAccountJob,
  removeFilesJob,
  runSummaryJob,
  runTranscriptionJob,
  hourlySweepJob,
  syncBillingJob,
  syncBillingCustomerJob,
  syncBillingEmailJob,
  tellBillingEmailJob,
] as const;

export function jobHandlers(deps: Deps): JobHandlers<typeof jobDefinitions> {
  return {
    'deliver-mail': (payload, context) => deliverMail(deps, payload, context),
    'end-billing': (payload) => endBilling(deps, payload),
    'find-voices': (payload, context) => findVoices(deps, payload, context),
    'forget-account': (payload) => forgetAccount(deps, payload),
    'remove-files': (payload, context) => removeFiles(deps, payload, context),
    'run-summary': (payload, context) => runSummary(deps, payload, context),
    'run-transcription': (payload, context) => runTranscription(deps, payload, context),
    'sync-billing': (_payload, context) => syncBilling(deps, context),
    'sync-billing-customer': (payload) => syncBillingCustomer(deps, payload),
    'sync-billing-email': (payload) => syncBillingEmail(deps, payload),
    'tell-billing-email': (payload) => syncBillingEmail(deps, payload),
    sweep: (_payload, context) => runHourlySweep(deps, context),
  };
}

/** A function of its dependencies, like the web process. */
export async function startWorker(deps: Deps): Promise<{ close: () => Promise<void> }> {
  const consumer = await deps.queue.consumeJobs(jobHandlers(deps));
  await queueHourlySweep(deps);
  if (deps.payments !== undefined) await queueBillingSync(deps);
  return { close: consumer.close };
}
