import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayMs, hourMs, minuteMs } from '#domain/format/durations.ts';
import { transcriptions, uploads } from '../../adapters/db/schema/transcriptions.ts';
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
  /** The database whose rows name the files. */
  database: z.string(),
  begunAtMs: z.number(),
  /** The last key of an unfinished scan. */
  after: z.string().optional(),
  /** When a scan first saw each file without a row: the previous scan, and this one so far. */
  seenBefore: MomentsSchema,
  seen: MomentsSchema,
  found: z.number(),
});

type OrphanScan = z.infer<typeof OrphanScanSchema>;

/**
 * Stored beside the files, not in the database. A restored database would bring back old findings, and with them
 * the right to remove files at once.
 */
async function readOrphanScan(storage: Pick<Storage, 'read'>): Promise<OrphanScan | undefined> {
  try {
    return OrphanScanSchema.parse(JSON.parse(await text(await storage.read(orphanScanKey))));
  } catch (error) {
    if (error instanceof StorageError && error.kind !== 'missing') throw error;
    // An unreadable note counts as none: the scan sees every file for the first time again.
    return undefined;
  }
}

async function saveOrphanScan(storage: Pick<Storage, 'put'>, note: OrphanScan): Promise<void> {
  await storage.put(orphanScanKey, Readable.from([Buffer.from(JSON.stringify(note))]), {
    contentType: 'application/json',
  });
}

/** The storage bills each page of a listing, and the result is not urgent. */
const scanEveryMs = 23 * hourMs;
/** Longer than any upload may take. */
const minAgeMs = 2 * dayMs;
/** The number of files remembered between scans, and so the most that one scan removes. */
const maxSuspects = 10_000;

type Needs = Pick<Deps, 'db' | 'config' | 'storage' | 'now' | 'log'>;
type Options = { budgetMs?: number; atOnce?: number };

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shapes = {
  uploads: new RegExp(`^uploads/(${uuid})(?:\\.[a-z]+)?$`),
  transcriptions: new RegExp(`^transcriptions/(${uuid})/`),
};

/** The notes of an upload lie beside it, under its name with an extension. */
const withoutEnding = (key: string) => key.replace(/\.[a-z]+$/, '');

/** Identifies the database whose rows name the files. A copy restored elsewhere is another one. */
async function databaseIdentity({ db }: Needs): Promise<string> {
  const { rows } = await db.execute<{ database: string }>(sql`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database
    from pg_control_system()`);
  return rows[0]?.database ?? '';
}

/** A row names all files under its id, because files are stored before their columns are set. */
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
    // A key in another form is not ours, and its owner may want it.
    storedFolders.some((folder) => {
      const id = shapes[folder].exec(key)?.[1];
      return id !== undefined && !named[folder].has(id);
    }),
  );
}

/** Call this only for the few files due for removal: no index finds a row by its file. */
async function keysUsedByTranscriptions(
  { db }: Needs,
  files: readonly StoredFile[],
): Promise<ReadonlySet<string>> {
  const keys = files.map(({ key }) => withoutEnding(key));
  const rows = await db
    .select({ key: transcriptions.originalKey })
    .from(transcriptions)
    .where(inArray(transcriptions.originalKey, keys));
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
    if (tally.failed === 0) log.warn({ err: error }, 'the sweep could not remove an orphaned file');
    tally.failed += 1;
    return false;
  }
}

/** Removes and counts the due files. Records all other files without a row, with the time of their discovery. */
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

/** Returns the scan to continue, or undefined if the next one is not due. */
async function startOrResumeScan(deps: Needs): Promise<OrphanScan | undefined> {
  const begunAtMs = deps.now().getTime();
  const database = await databaseIdentity(deps);
  const note = await readOrphanScan(deps.storage);
  const fresh = { database, begunAtMs, after: '', seenBefore: {}, seen: {}, found: 0 };
  if (note === undefined) return fresh;
  if (note.database !== database) {
    deps.log.warn(
      'another database has scanned this storage for orphaned files: the sweep starts a new scan',
    );
    return fresh;
  }
  if (note.after !== undefined) return note;
  return begunAtMs - note.begunAtMs < scanEveryMs ? undefined : { ...fresh, seenBefore: note.seen };
}

/** Scans page by page until all files are scanned (true) or the time is over. */
async function scanStorage(
  deps: Needs,
  signal: AbortSignal,
  scan: Omit<ScanPage, 'files'>,
  options: Options,
) {
  const { budgetMs = 2 * minuteMs, atOnce = 500 } = options;
  const { note } = scan;
  const until = performance.now() + budgetMs;
  const after = note.after ?? '';
  let files: StoredFile[] = [];
  for (const folder of storedFolders)
    for await (const file of deps.storage.list(folder, { after })) {
      signal.throwIfAborted();
      files.push(file);
      if (files.length < atOnce) continue;
      await removeOrRemember(deps, { ...scan, files });
      note.after = file.key;
      files = [];
      if (performance.now() >= until) return false;
    }
  await removeOrRemember(deps, { ...scan, files });
  return true;
}

/**
 * Removes orphaned files: files newer than a restored backup, or later than their account's deletion. A file goes
 * once it has been an orphan for the configured days, which count from its discovery, not from its own age. An
 * operator who restored a wrong backup needs that time to restore the right one (decision 023).
 */
export async function sweepOrphans(deps: Needs, signal: AbortSignal, options: Options = {}): Promise<number> {
  const note = await startOrResumeScan(deps);
  if (note === undefined) return 0;
  const tally = { removed: 0, failed: 0 };
  // The next sweep continues an unfinished scan.
  if (await scanStorage(deps, signal, { note, tally }, options)) note.after = undefined;
  await saveOrphanScan(deps.storage, note);
  if (note.after === undefined && note.found + tally.removed > 0)
    deps.log.warn(
      { found: note.found, ...tally },
      'the scan found orphaned files: the sweep removes those that stay orphaned for days',
    );
  return tally.removed;
}
