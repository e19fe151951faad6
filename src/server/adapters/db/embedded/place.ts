import { access, chown, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { EmbeddedPostgresError, onFolder } from './faults.ts';
import { moveInside, warnOfDatabasesLeftOutside } from './move-inside.ts';
import { canEnter, canEnterFromInside, findOwner, type Owner } from './owner.ts';
import { inTemporaryFolder } from './temporary-folders.ts';

export type Place = Readonly<{
  dataDir: string;
  place: string;
  owner: Owner;
  /** The owner cannot walk there, so each program of PostgreSQL is started inside. */
  closed: boolean;
}>;

type ChooseOptions = { dataDir: string; systemFolder: string; log: Logger };

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Tried in a folder such as the cluster will be: its owner's, below the data folder. */
async function canStartInside(owner: Owner, place: string): Promise<boolean> {
  if (owner === undefined) return true;
  return inTemporaryFolder(place, async (folder) => {
    await chown(folder, owner.uid, owner.gid);
    return canEnterFromInside(owner, folder);
  });
}

/** The cluster lies in the data folder, so that a copy or deletion of that folder includes every account. */
export async function choosePlace(options: ChooseOptions): Promise<Place> {
  const dataDir = await onFolder(options.dataDir, async () => {
    await mkdir(options.dataDir, { recursive: true });
    return realpath(options.dataDir);
  });
  const place = join(dataDir, 'postgres');
  const whole = () => exists(join(place, 'PG_VERSION'));
  const existing = (await whole()) ? place : undefined;
  const owner = await findOwner(existing);
  if (owner === undefined) return { dataDir, place, owner, closed: false };

  const closed = !(await canEnter(owner, existing ?? dataDir));
  const outside = await moveInside({
    ...options,
    dataDir,
    place,
    movable: () => canStartInside(owner, place),
  });
  await warnOfDatabasesLeftOutside({ ...options, dataDir, used: outside });
  if (outside !== undefined)
    return { dataDir, place: outside, owner: await findOwner(outside), closed: false };
  if (closed && !(await onFolder(dataDir, () => canStartInside(owner, place))))
    throw new EmbeddedPostgresError(
      `The system user of PostgreSQL cannot reach the data folder ${dataDir}. Start as an ordinary user, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  return { dataDir, place, owner: (await whole()) ? await findOwner(place) : owner, closed };
}
