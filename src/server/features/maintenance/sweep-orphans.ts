import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { transcriptions } from '../../adapters/db/schema/transcriptions.ts';
import { uploads } from '../../adapters/db/schema/uploads.ts';
import {
  type Storage,
  StorageError,
  type StoredFile,
  storedFolders,
} from '../../adapters/storage/storage.ts';
import type { Deps } from '../../deps.ts';

const orphanScanKey = 'sweep/orphans.json';
const MomentsSchema = z.record(z.string(), z.number());

const OrphanScanSchema = z.object({
  /** By which it was judged what is named. */
  database: z.string(),
  begunAtMs: z.number(),
  /** The last key of a look that is not over yet. */
  after: z.string().optional(),
  /** When each was first seen to be nobody's: by the look before, and by this one so far. */
  seenBefore: MomentsSchema,
  seen: MomentsSchema,
  found: z.number(),
});

export type OrphanScan = z.infer<typeof OrphanScanSchema>;

/**
 * Kept beside the files, not in the database: a database that is restored would bring back what it knew then, and with
 * it the right to remove files at once.
 */
export async function readOrphanScan(storage: Pick<Storage, 'read'>): Promise<OrphanScan | undefined> {
  try {
    return OrphanScanSchema.parse(JSON.parse(await text(await storage.read(orphanScanKey))));
  } catch (error) {
    if (error instanceof StorageError && error.kind !== 'missing') throw error;
    // One that cannot be read is as good as none: everything is seen for the first time again.
    return undefined;
  }
}

export async function saveOrphanScan(storage: Pick<Storage, 'put'>, note: OrphanScan): Promise<void> {
  await storage.put(orphanScanKey, Readable.from([Buffer.from(JSON.stringify(note))]), {
    contentType: 'application/json',
  });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A listing is paid for by the page, and nobody waits for what it finds. */
const scanEveryMs = 23 * hourMs;
/** Longer than any upload may be under way. */
const minAgeMs = 2 * dayMs;
/** So many are remembered from one look to the next, and so at most that many go in one. */
const maxSuspects = 10_000;

type Needs = Pick<Deps, 'db' | 'config' | 'storage' | 'now' | 'log'>;
type Options = { budgetMs?: number; atOnce?: number };

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shapes = {
  uploads: new RegExp(`^uploads/(${uuid})(?:\\.[a-z]+)?$`),
  transcriptions: new RegExp(`^transcriptions/(${uuid})/`),
};

/** What an upload remembers of itself lies beside it, under its name with an ending. */
const withoutEnding = (key: string) => key.replace(/\.[a-z]+$/, '');

/** The database that says what is named: another one, or the same as it was restored elsewhere, is not this one. */
async function databaseIdentity({ db }: Needs): Promise<string> {
  const { rows } = await db.execute<{ database: string }>(sql`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database
    from pg_control_system()`);
  return rows[0]?.database ?? '';
}

/** A row names all that lies under its id, also what it does not know of yet: files come before their columns. */
async function filesWithoutRow({ db }: Needs, files: readonly StoredFile[]): Promise<StoredFile[]> {
  const idsIn = (shape: RegExp) => [...new Set(files.flatMap(({ key }) => shape.exec(key)?.[1] ?? []))];
  const sent = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(inArray(uploads.id, idsIn(shapes.uploads)));
  const heard = await db
    .select({ id: transcriptions.id })
    .from(transcriptions)
    .where(inArray(transcriptions.id, idsIn(shapes.transcriptions)));
  const named = {
    uploads: new Set(sent.map(({ id }) => id)),
    transcriptions: new Set(heard.map(({ id }) => id)),
  };
  return files.filter(({ key }) =>
    // What has no shape of ours was put there by somebody else, who may want it.
    storedFolders.some((folder) => {
      const id = shapes[folder].exec(key)?.[1];
      return id !== undefined && !named[folder].has(id);
    }),
  );
}

/** Asked of the few that are about to go: nothing but a walk through all rows finds a row by its file. */
async function keysUsedByTranscriptions(
  { db }: Needs,
  files: readonly StoredFile[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ key: transcriptions.originalKey })
    .from(transcriptions)
    .where(
      inArray(
        transcriptions.originalKey,
        files.map(({ key }) => withoutEnding(key)),
      ),
    );
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

type Tally = { removed: number; failed: number };
type ScanPage = { note: OrphanScan; tally: Tally; files: readonly StoredFile[] };

async function tryRemove({ storage, log }: Needs, key: string, tally: Tally): Promise<boolean> {
  try {
    await storage.remove(key);
    tally.removed += 1;
    return true;
  } catch (error) {
    if (tally.failed === 0) log.warn({ err: error }, 'a file that no row names could not be removed');
    tally.failed += 1;
    return false;
  }
}

/** What goes is counted; whatever else no row names is written down, with when that was first seen. */
async function removeOrRemember(deps: Needs, { note, tally, files }: ScanPage): Promise<void> {
  const nowMs = deps.now().getTime();
  const keptMs = deps.config.retention.orphansDays * dayMs;
  const isDue = ({ key, changedAt }: StoredFile) =>
    (note.seenBefore[key] ?? nowMs) <= nowMs - keptMs && changedAt.getTime() <= nowMs - minAgeMs;
  const unnamed = await filesWithoutRow(deps, files);
  const named = await keysUsedByTranscriptions(deps, unnamed.filter(isDue));
  for (const file of unnamed) {
    const { key } = file;
    if (named.has(withoutEnding(key))) continue;
    if (isDue(file) && (await tryRemove(deps, key, tally))) continue;
    if (note.found >= maxSuspects) continue;
    note.seen[key] = note.seenBefore[key] ?? nowMs;
    note.found += 1;
  }
}

/** The note to go on with, or undefined where the next look is not due. */
async function startOrResumeScan(deps: Needs): Promise<OrphanScan | undefined> {
  const begunAtMs = deps.now().getTime();
  const database = await databaseIdentity(deps);
  const note = await readOrphanScan(deps.storage);
  const fresh = { database, begunAtMs, after: '', seenBefore: {}, seen: {}, found: 0 };
  if (note === undefined) return fresh;
  if (note.database !== database) {
    deps.log.warn('another database has looked for files that no row names in this storage: begun anew');
    return fresh;
  }
  if (note.after !== undefined) return note;
  return begunAtMs - note.begunAtMs < scanEveryMs ? undefined : { ...fresh, seenBefore: note.seen };
}

/** One page after the other, until all are looked at (true) or the time is over. */
async function scanStorage(
  deps: Needs,
  signal: AbortSignal,
  look: Omit<ScanPage, 'files'>,
  options: Options,
) {
  const { budgetMs = 120_000, atOnce = 500 } = options;
  const { note } = look;
  const until = performance.now() + budgetMs;
  const after = note.after ?? '';
  let files: StoredFile[] = [];
  for (const folder of storedFolders)
    for await (const file of deps.storage.list(folder, { after })) {
      signal.throwIfAborted();
      files.push(file);
      if (files.length < atOnce) continue;
      await removeOrRemember(deps, { ...look, files });
      note.after = file.key;
      files = [];
      if (performance.now() >= until) return false;
    }
  await removeOrRemember(deps, { ...look, files });
  return true;
}

/**
 * Files that no row names: what came after the backup that was restored, or after its account was gone. They go when
 * they have been nobody's for as many days as are configured, counted from when that was first seen and not from their
 * own age: whoever restored the wrong backup has so long to restore the right one (decision 023).
 */
export async function sweepOrphans(deps: Needs, signal: AbortSignal, options: Options = {}): Promise<number> {
  const note = await startOrResumeScan(deps);
  if (note === undefined) return 0;
  const tally = { removed: 0, failed: 0 };
  // What time leaves over is the next sweep's.
  if (await scanStorage(deps, signal, { note, tally }, options)) note.after = undefined;
  await saveOrphanScan(deps.storage, note);
  if (note.after === undefined && note.found + tally.removed > 0)
    deps.log.warn({ found: note.found, ...tally }, 'files that no row names: those that stay so for days go');
  return tally.removed;
}
