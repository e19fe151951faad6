import { NetworkError } from '../../api-client.ts';

export const partNames = ['profile', 'email', 'password'] as const;
export type PartName = (typeof partNames)[number];
export type PartFault = { part: PartName; error: unknown };

type Part = { part: PartName; run: () => Promise<unknown> };

/**
 * The parts are saved one by one, and one that fails keeps no other back: what went through is told, so that nobody
 * types it again. Only where no answer comes at all the rest is not tried: each would wait for its own time limit.
 */
export async function saveParts(parts: readonly Part[]) {
  const saved: PartName[] = [];
  const failed: PartFault[] = [];
  let away: NetworkError | undefined;
  for (const { part, run } of parts) {
    try {
      if (away !== undefined) throw away;
      await run();
      saved.push(part);
    } catch (error) {
      if (error instanceof NetworkError) away = error;
      failed.push({ part, error });
    }
  }
  return { saved, failed };
}
