import type { Deps } from '../deps.ts';
import { jobHandlers } from './jobs.ts';

/** The worker is a function of its dependencies, as the web process is. */
export async function startWorker(deps: Deps): Promise<{ close: () => Promise<void> }> {
  return deps.queue.work(jobHandlers(deps));
}
