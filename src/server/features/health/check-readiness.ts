import { access, constants, statfs } from 'node:fs/promises';
import type { Ready, ReadyPart } from '#contract/health.ts';
import { findFfmpeg } from '../../adapters/media/find-ffmpeg.ts';
import type { Deps } from '../../deps.ts';

const partTimeoutMs = 2_000;
const leastFreeBytes = 50 * 1_048_576;

async function checkDataFolder(dataDir: string) {
  await access(dataDir, constants.W_OK);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < leastFreeBytes) throw new Error('less than 50 MB are free in the data folder');
}

async function within(check: Promise<unknown>): Promise<ReadyPart> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${partTimeoutMs} ms`)), partTimeoutMs);
  });
  try {
    await Promise.race([check, timeout]);
    return { ready: true };
  } catch (error) {
    return { ready: false, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** What a load balancer and a newcomer both ask: can this process serve, and if not, because of which part. */
export async function checkReadiness({ config, databaseHealth, queue }: Deps): Promise<Ready> {
  const [database, jobs, dataFolder, ffmpeg] = await Promise.all([
    within(databaseHealth.ping()),
    within(queue.ping()),
    within(checkDataFolder(config.dataDir)),
    within(findFfmpeg()),
  ]);
  const parts = { database, jobs, dataFolder, ffmpeg };
  const ready = Object.values(parts).every((part) => part.ready);
  return { status: ready ? 'ok' : 'not_ready', parts };
}
