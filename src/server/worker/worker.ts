import type { Deps } from '../deps.ts';
import { askForBillingSync } from '../features/billing/sync/sync-all.ts';
import { queueMaintenance } from '../features/transcriptions/cleanup/maintenance.ts';
import { jobHandlers } from './jobs.ts';

/** The worker is a function of its dependencies, as the web process is. */
export async function startWorker(deps: Deps): Promise<{ close: () => Promise<void> }> {
  const working = await deps.queue.work(jobHandlers(deps));
  await queueMaintenance(deps);
  if (deps.payments !== undefined) await askForBillingSync(deps);
  return { close: working.close };
}
