import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { writtenOnce } from '../../secrets/written-once.ts';
import { onFolder } from './faults.ts';
import { canEnter, findOwner, type Owner } from './owner.ts';

export type Place = Readonly<{ dataDir: string; place: string; owner: Owner }>;

type ChooseOptions = { dataDir: string; systemFolder: string; log: Logger };

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Remembered in the data folder, so that removing the data folder really begins anew and moving it does not. */
async function placeOfTheSystem(dataDir: string, { systemFolder, log }: ChooseOptions): Promise<string> {
  const memory = join(dataDir, 'postgres-place');
  const remembered = await readFile(memory, 'utf8').catch(() => undefined);
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const make = () => join(systemFolder, `data-${key}-${randomBytes(3).toString('hex')}`);
  const home = remembered?.trim() || (await writtenOnce({ path: memory, mode: 0o644, make }));
  if (!remembered)
    log.info(`the database is kept in ${home}: its system user cannot reach ${dataDir} (noted in ${memory})`);
  await onFolder(home, async () => {
    await mkdir(home, { recursive: true });
    await chmod(systemFolder, 0o755);
    await chmod(home, 0o755);
  });
  return join(home, 'postgres');
}

/** Where the cluster is and whose: in the data folder, or for root, where its system user can reach it. */
export async function choosePlace(options: ChooseOptions): Promise<Place> {
  const dataDir = await onFolder(options.dataDir, async () => {
    await mkdir(options.dataDir, { recursive: true });
    return realpath(options.dataDir);
  });
  const usual = join(dataDir, 'postgres');
  const usualExists = await exists(join(usual, 'PG_VERSION'));
  const owner = await findOwner(usualExists ? usual : undefined);
  if (owner === undefined || usualExists) return { dataDir, place: usual, owner };
  const remembered = await exists(join(dataDir, 'postgres-place'));
  if (!remembered && (await canEnter(owner, dataDir))) return { dataDir, place: usual, owner };

  const place = await onFolder(dataDir, () => placeOfTheSystem(dataDir, options));
  const placeExists = await exists(join(place, 'PG_VERSION'));
  return { dataDir, place, owner: placeExists ? await findOwner(place) : owner };
}
