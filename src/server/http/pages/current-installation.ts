import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from '#contract/installation.ts';
import { minuteMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { readInstallation } from '#server/features/installation/read-installation.ts';

/** Requests wait at most this long for the database. Public pages must also load while it is down. */
const maxWaitMs = 500;

/**
 * The operator may change prices in the plans table while the server runs, and Stripe charges them at once. So a
 * request re-reads the installation if the last read is a minute old. After a failure the pages keep the last prices.
 */
export function keepInstallationCurrent(deps: Deps, onRead: (installation: Installation) => void) {
  let readAtMs = deps.now().getTime();
  let reading: Promise<void> | undefined;
  return async () => {
    const nowMs = deps.now().getTime();
    if (nowMs - readAtMs >= minuteMs) {
      readAtMs = nowMs;
      reading = readInstallation(deps)
        .then(onRead)
        .catch((error: unknown) =>
          deps.log.warn({ err: error }, 'the plans of the public pages could not be read'),
        )
        .finally(() => {
          reading = undefined;
        });
    }
    if (reading !== undefined) await Promise.race([reading, delay(maxWaitMs, undefined, { ref: false })]);
  };
}
