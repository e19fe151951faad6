import type { Deps } from '../deps.ts';
import { queueBillingSync } from '../features/billing/sync/sync-all.ts';
import { jobHandlers } from './jobs.ts';
import { queueMaintenance } from './maintenance.ts';

/** The worker is a function of its dependencies, as the web process is. */
export async function startWorker(deps: Deps): Promise<{ close: () => Promise<void> }> {
  const working = await deps.queue.work(jobHandlers(deps));
  await queueMaintenance(deps);
  if (deps.payments !== undefined) await queueBillingSync(deps);
  return { close: working.close };
}
