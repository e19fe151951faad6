import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayMs, hourMs, minuteMs } from '#domain/format/durations.ts';
import { transcriptions, uploads } from '#server/adapters/db/schema/transcriptions.ts';
import {
  type Storage,
  StorageError,
  type StoredFile,
  storedFolders,
} from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';

const orphanScanKey = 'sweep/orphans.json';
const DiscoveryTimesSchema = z.record(z.string(), z.number());

const OrphanScanSchema = z.object({
  /** The database whose rows name the files. */
  database: z.string(),
  begunAtMs: z.number(),
  /** The last key of an unfinished scan. */
  after: z.string().optional(),
  /** The time at which a scan first saw each file without a row: of the previous scan, and of this one so far. */
  seenBefore: DiscoveryTimesSchema,
  seen: DiscoveryTimesSchema,
  found: z.number(),
});

type OrphanScan = z.infer<typeof OrphanScanSchema>;

/**
 * Stored beside the files, not in the database. Otherwise a restored database would contain old discovery times, and
 * the sweep would remove files at once.
 */
async function readOrphanScan(storage: Pick<Storage, 'read'>): Promise<OrphanScan | undefined> {
  try {
    return OrphanScanSchema.parse(JSON.parse(await text(await storage.read(orphanScanKey))));
  } catch (error) {
    if (error instanceof StorageError && error.kind !== 'missing') throw error;
    // Start over if the state is unreadable: every file then counts as newly discovered, so none is removed too early.
    return undefined;
  }
}

async function saveOrphanScan(storage: Pick<Storage, 'put'>, scan: OrphanScan): Promise<void> {
  await storage.put(orphanScanKey, Readable.from([Buffer.from(JSON.stringify(scan))]), {
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
type Options = { budgetMs?: number; pageSize?: number };

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const keyPatterns = {
  uploads: new RegExp(`^uploads/(${uuid})(?:\\.[a-z]+)?$`),
  transcriptions: new RegExp(`^transcriptions/(${uuid})/`),
};

/** The storage keeps the state of an upload beside it, under the upload's key with an extension. */
const withoutExtension = (key: string) => key.replace(/\.[a-z]+$/, '');

/** Identifies the database whose rows name the files. A copy on another server has another identity. */
async function databaseIdentity({ db }: Needs): Promise<string> {
  const { rows } = await db.execute<{ database: string }>(sql`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database
    from pg_control_system()`);
  return rows[0]?.database ?? '';
}

/** A row protects all files under its id, because the server stores files before it sets their columns. */
async function filesWithoutRow({ db }: Needs, files: readonly StoredFile[]): Promise<StoredFile[]> {
  const idsIn = (pattern: RegExp) => [...new Set(files.flatMap(({ key }) => pattern.exec(key)?.[1] ?? []))];
  const foundUploads = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(inArray(uploads.id, idsIn(keyPatterns.uploads)));
  const foundTranscriptions = await db
    .select({ id: transcriptions.id })
    .from(transcriptions)
    .where(inArray(transcriptions.id, idsIn(keyPatterns.transcriptions)));
  const idsWithRow = {
    uploads: new Set(foundUploads.map(({ id }) => id)),
    transcriptions: new Set(foundTranscriptions.map(({ id }) => id)),
  };
  return files.filter(({ key }) =>
    // Keep files with other keys, because the product did not write them.
    storedFolders.some((folder) => {
      const id = keyPatterns[folder].exec(key)?.[1];
      return id !== undefined && !idsWithRow[folder].has(id);
    }),
  );
}

/** Call this only for the few files due for removal, because no index finds a row by its file. */
async function keysUsedByTranscriptions(
  { db }: Needs,
  files: readonly StoredFile[],
): Promise<ReadonlySet<string>> {
  const keys = files.map(({ key }) => withoutExtension(key));
  const rows = await db
    .select({ key: transcriptions.originalKey })
    .from(transcriptions)
    .where(inArray(transcriptions.originalKey, keys));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

type RemovalCounts = { removed: number; failed: number };
type ScanPage = { scan: OrphanScan; counts: RemovalCounts; files: readonly StoredFile[] };

async function tryRemove({ storage, log }: Needs, key: string, counts: RemovalCounts): Promise<boolean> {
  try {
    await storage.remove(key);
    counts.removed += 1;
    return true;
  } catch (error) {
    if (counts.failed === 0) log.warn({ err: error }, 'the sweep could not remove an orphaned file');
    counts.failed += 1;
    return false;
  }
}

/** Removes and counts the due files. Records all other files without a row, with the time of their discovery. */
async function removeOrRemember(deps: Needs, { scan, counts, files }: ScanPage): Promise<void> {
  const nowMs = deps.now().getTime();
  const retentionMs = deps.config.retention.orphansDays * dayMs;
  const isDue = ({ key, changedAt }: StoredFile) =>
    (scan.seenBefore[key] ?? nowMs) <= nowMs - retentionMs && changedAt.getTime() <= nowMs - minAgeMs;
  const orphans = await filesWithoutRow(deps, files);
  const usedKeys = await keysUsedByTranscriptions(deps, orphans.filter(isDue));
  for (const file of orphans) {
    const { key } = file;
    if (usedKeys.has(withoutExtension(key))) continue;
    if (isDue(file) && (await tryRemove(deps, key, counts))) continue;
    if (scan.found >= maxSuspects) continue;
    scan.seen[key] = scan.seenBefore[key] ?? nowMs;
    scan.found += 1;
  }
}

/** Returns the scan to continue, or undefined if the next one is not due. */
async function startOrResumeScan(deps: Needs): Promise<OrphanScan | undefined> {
  const begunAtMs = deps.now().getTime();
  const database = await databaseIdentity(deps);
  const previous = await readOrphanScan(deps.storage);
  const newScan = { database, begunAtMs, after: '', seenBefore: {}, seen: {}, found: 0 };
  if (previous === undefined) return newScan;
  if (previous.database !== database) {
    deps.log.warn(
      'another database has scanned this storage for orphaned files: the sweep starts a new scan',
    );
    return newScan;
  }
  if (previous.after !== undefined) return previous;
  return begunAtMs - previous.begunAtMs < scanEveryMs ? undefined : { ...newScan, seenBefore: previous.seen };
}

/** Scans page by page until all files are scanned (true) or the time is over. */
async function scanStorage(
  deps: Needs,
  signal: AbortSignal,
  page: Omit<ScanPage, 'files'>,
  options: Options,
) {
  const { budgetMs = 2 * minuteMs, pageSize = 500 } = options;
  const { scan } = page;
  const deadlineMs = performance.now() + budgetMs;
  const after = scan.after ?? '';
  let files: StoredFile[] = [];
  for (const folder of storedFolders)
    for await (const file of deps.storage.list(folder, { after })) {
      signal.throwIfAborted();
      files.push(file);
      if (files.length < pageSize) continue;
      await removeOrRemember(deps, { ...page, files });
      scan.after = file.key;
      files = [];
      if (performance.now() >= deadlineMs) return false;
    }
  await removeOrRemember(deps, { ...page, files });
  return true;
}

/**
 * Removes orphaned files: files that are newer than a restored backup, or that arrived after their account's deletion.
 * The sweep removes a file after the configured number of days since its discovery, whatever its own age. An operator
 * who restored a wrong backup needs that time to restore the right one (decision 023).
 */
export async function sweepOrphans(deps: Needs, signal: AbortSignal, options: Options = {}): Promise<number> {
  const scan = await startOrResumeScan(deps);
  if (scan === undefined) return 0;
  const counts = { removed: 0, failed: 0 };
  // The next sweep continues an unfinished scan.
  if (await scanStorage(deps, signal, { scan, counts }, options)) scan.after = undefined;
  await saveOrphanScan(deps.storage, scan);
  if (scan.after === undefined && scan.found + counts.removed > 0)
    deps.log.warn(
      { found: scan.found, ...counts },
      'the scan found orphaned files: the sweep removes those that stay orphaned for days',
    );
  return counts.removed;
}
