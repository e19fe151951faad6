import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { storedFolders } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { startWorkFolderSweep } from '#server/features/transcriptions/cleanup/sweep-work-folder.ts';
import { runMaintenance } from '#server/worker/maintenance.ts';
import { mailsTo } from './mailbox.ts';
import { decodedSeconds } from './media/decoded-sound.ts';

const dayMs = 86_400_000;

/** Longer than an upload lives, and than a half of one is kept. */
const sweptAfterDays = 3;

type Row = {
  id: string;
  status: string;
  reason: string | null;
  run: number;
  usage_state: string;
  usage_seconds: number;
  has_text: boolean;
  email: string;
  original: string | null;
  files: string[];
  /** The player's are named before they are there. */
  sure_files: string[];
};

async function rowsOf({ db }: Deps) {
  const { rows } = await db.execute<Row>(sql`
    select t.id, t.status, t.reason, t.run, t.usage_state, t.usage_seconds, u.email, t.original_key as original,
      exists (select 1 from transcripts x where x.transcription_id = t.id) as has_text,
      array_remove(array[t.original_key, t.audio_key, t.peaks_key], null) as files,
      case when t.audio_type is null then array_remove(array[t.original_key], null)
        else array_remove(array[t.original_key, t.audio_key, t.peaks_key], null) end as sure_files
    from transcriptions t join users u on u.id = t.user_id where not t.is_deleted and not t.is_example`);
  return rows;
}

/** A recording that was tried again after it failed costs nothing: what it gave back then stays given back. */
const isPaid = ({ status, run, usage_state: usage }: Row) =>
  status === 'completed' ? usage === 'settled' || (usage === 'returned' && run > 1) : usage === 'returned';

/** What went wrong in words, so that a failure says which promise was broken and for which row. */
function brokenPromises(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    const { id, status, reason, usage_state: usage, has_text: hasText } = row;
    const broken: string[] = [];
    if (!['completed', 'failed', 'error'].includes(status)) broken.push(`${id} is still ${status}`);
    if (status === 'completed' && !hasText) broken.push(`${id} completed without a text`);
    if (status !== 'completed' && reason === null) broken.push(`${id} ${status} without a reason`);
    if (!isPaid(row)) broken.push(`${id} ${status}, its seconds ${usage}`);
    return broken;
  });
}

/** Each begun second of the sound in the stored original, decoded here once more; headers and rows are not asked. */
async function chargeFaults({ storage }: Deps, rows: readonly Row[]) {
  const faults: string[] = [];
  for (const { id, status, original, usage_seconds: charged } of rows) {
    if (status !== 'completed' || original === null) continue;
    const seconds = await storage.withLocalFile(original, decodedSeconds);
    // A resampler may add or drop a few samples at the edge of a second.
    const owed = Math.max(1, Math.ceil(Number(seconds.toFixed(2))));
    if (charged !== owed) faults.push(`${id} lasts ${seconds} s and was charged for ${charged} s`);
  }
  return faults;
}

async function usageFaults({ db }: Deps) {
  const { rows } = await db.execute<{ fault: string }>(sql`
    with owed as (
      select user_id, usage_month as month, sum(usage_seconds) filter (where usage_state = 'settled') as seconds
      from transcriptions where not is_example group by 1, 2)
    select coalesce(m.user_id, o.user_id) || ' ' || coalesce(m.month, o.month) || ': reserved '
      || coalesce(m.reserved_seconds, 0) || ', settled ' || coalesce(m.settled_seconds, 0)
      || ', completed ' || coalesce(o.seconds, 0) as fault
    from usage_months m full join owed o using (user_id, month)
    where coalesce(m.reserved_seconds, 0) <> 0 or coalesce(m.settled_seconds, 0) <> coalesce(o.seconds, 0)`);
  return rows.map(({ fault }) => fault);
}

/**
 * Work that nobody will come back to, in whichever queue, and what waits for a person. A job whose hour has not come (the
 * next sweep, the second look at what somebody left) is none. And uploads that were taken for two transcriptions or none.
 */
async function workFaults({ db }: Deps) {
  const { rows } = await db.execute<{ fault: string }>(sql`
    select 'job ' || name || coalesce(' of ' || source_name, '') || ' is ' || state as fault from jobs.job
      where state in ('retry', 'active', 'failed') or (state = 'created' and (start_after <= now() or name = 'dead'))
    union all
    select 'upload ' || u.id || ' has ' || count(t.id) || ' transcriptions' from uploads u
      left join transcriptions t on t.original_key = 'uploads/' || u.id
      where u.used_at is not null group by u.id having count(t.id) <> 1`);
  return rows.map(({ fault }) => fault);
}

async function storedKeys({ storage }: Deps) {
  const keys: string[] = [];
  for (const prefix of storedFolders) for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

async function fileFaults(deps: Deps, rows: readonly Row[]) {
  const named = new Set(rows.flatMap(({ files }) => files));
  const stored = await storedKeys(deps);
  const { rows: kept } = await deps.db.execute<{ key: string }>(sql`
    select 'uploads/' || id as key from uploads union
    select unnest(array_remove(array[original_key, audio_key, peaks_key], null)) from transcriptions`);
  for (const { key } of kept) named.add(key);
  // What an upload remembers of itself lies beside it, under its name with an ending.
  const orphans = stored.filter((key) => !named.has(key) && !named.has(key.replace(/\.(json|info)$/, '')));
  const present = new Set(stored);
  const gone = rows.flatMap(({ sure_files: files }) => files).filter((key) => !present.has(key));
  return [...orphans.map((key) => `${key} is nobody's`), ...gone.map((key) => `${key} is gone`)];
}

async function mailFaults(mailboxUrl: string, rows: readonly Row[]) {
  const faults: string[] = [];
  for (const email of new Set(rows.map((row) => row.email))) {
    const finished = rows.filter((row) => row.email === email && row.status === 'completed').length;
    const told = (await mailsTo(mailboxUrl, email)).filter(({ subject }) => /pronta/i.test(subject)).length;
    if (told !== finished) faults.push(`${email}: ${finished} completed, ${told} mails`);
  }
  return faults;
}

/** Uploads that nobody made anything of are over by then. */
async function sweepLater(deps: Deps) {
  const later = { ...deps, now: () => new Date(deps.now().getTime() + sweptAfterDays * dayMs) };
  await runMaintenance(later, { signal: new AbortController().signal });
}

/** Begun in parts, or written half, and seen in no listing. */
export async function unfinishedUploads({ config: { storage } }: Pick<Deps, 'config'>): Promise<string[]> {
  if (storage.kind === 'file') return readdir(join(storage.folder, '.unfinished')).catch(() => []);
  const { bucket, region, endpoint, credentials } = storage;
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials: { ...credentials } }),
  });
  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  client.destroy();
  return (Uploads ?? []).map(({ Key }) => `parts of ${Key}`);
}

/** What lies in the work folder of a process, after the sweep that each makes of its own a day later. */
async function workLeft({ config, log }: Deps, dataDir: string): Promise<string[]> {
  const work = join(dataDir, 'work');
  const names = async () => (await readdir(work, { recursive: true }).catch(() => [])).sort();
  const longAgo = new Date(Date.now() - 2 * dayMs);
  for (const name of await names()) await utimes(join(work, name), longAgo, longAgo);
  const sweeping = await startWorkFolderSweep({ config: { ...config, dataDir }, log });
  sweeping.close();
  return (await names()).filter((name) => !['fetched', 'sending'].includes(name));
}

type Place = {
  deps: Deps;
  mailboxUrl: string;
  /** Of every process that worked, dead or alive. */
  dataDirs?: readonly string[];
  waitMs?: number;
};

/**
 * What must hold after any fault, once everything is back: each accepted upload ended with its text or with a reason,
 * whoever it belongs to was charged for the texts alone, by the length of what was sent, and told of each once; no job
 * waits in any queue, none lies among the dead, and no file, part or half of one is left over anywhere.
 */
export async function expectNothingLost(place: Place) {
  const { deps, mailboxUrl, dataDirs = [deps.config.dataDir], waitMs = 100_000 } = place;
  const unfinished = async () =>
    (await rowsOf(deps)).filter(({ status }) => ['pending', 'processing'].includes(status)).length;
  await expect.poll(unfinished, { timeout: waitMs }).toBe(0);
  // A job ends a moment after its row, and its mail goes out a moment after that. One of a process that was killed is
  // missed by its heartbeats, within a minute.
  await expect.poll(() => workFaults(deps), { timeout: waitMs }).toEqual([]);
  const rows = await rowsOf(deps);
  await expect.poll(() => mailFaults(mailboxUrl, rows), { timeout: waitMs }).toEqual([]);
  expect(brokenPromises(rows)).toEqual([]);
  expect(await usageFaults(deps)).toEqual([]);
  expect(await chargeFaults(deps, rows)).toEqual([]);
  await sweepLater(deps);
  expect(await fileFaults(deps, await rowsOf(deps))).toEqual([]);
  expect(await unfinishedUploads(deps)).toEqual([]);
  for (const dataDir of dataDirs) expect(await workLeft(deps, dataDir)).toEqual([]);
  return rows;
}
