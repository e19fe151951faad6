import { NetworkError, RefusedError } from '../../../api/client.ts';

export const partNames = ['profile', 'email', 'password'] as const;
export type PartName = (typeof partNames)[number];
export type PartFault = { part: PartName; error: unknown };

const stopsAll = (error: unknown) =>
  error instanceof NetworkError || (error instanceof RefusedError && error.body.code === 'proof_required');

type Part = { part: PartName; run: () => Promise<unknown> };

/**
 * The parts are saved one by one, and one that fails keeps no other back: what went through is told, so that nobody
 * types it again. Only where no answer comes at all the rest is not tried: each would wait for its own time limit. Nor
 * is it where the person did not want to prove who they are: each would open the same dialog again.
 */
export async function saveParts(parts: readonly Part[]) {
  const saved: PartName[] = [];
  const failed: PartFault[] = [];
  let stopped: unknown;
  for (const { part, run } of parts) {
    try {
      if (stopped !== undefined) throw stopped;
      await run();
      saved.push(part);
    } catch (error) {
      if (stopsAll(error)) stopped = error;
      failed.push({ part, error });
    }
  }
  return { saved, failed };
}
