import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { storedFolders } from '#server/adapters/storage/storage.ts';
import type { Deps } from '#server/deps.ts';
import { startWorkFolderSweep } from '#server/features/transcriptions/sweeps/sweep-work-folder.ts';
import { runHourlySweep } from '#server/worker/hourly-sweep.ts';
import { decodedSeconds } from '#tests/media/decoded-sound.ts';
import { mailsTo } from './mailbox.ts';

const dayMs = 86_400_000;

/** The sweep deletes unused uploads and unfinished files earlier than this. */
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
  /** One, or several that were joined. */
  originals: string[];
  files: string[];
  /** The files that must exist. The row names the player's files before they exist, so this list omits them. */
  sure_files: string[];
};

async function rowsOf({ db }: Deps) {
  const { rows } = await db.execute<Row>(sql`
    select t.id, t.status, t.reason, t.run, t.usage_state, t.usage_seconds, u.email, o.originals,
      exists (select 1 from transcripts x where x.transcription_id = t.id) as has_text,
      o.originals || array_remove(array[t.audio_key, t.peaks_key], null) as files,
      case when t.audio_type is null then o.originals
        else o.originals || array_remove(array[t.audio_key, t.peaks_key], null) end as sure_files
    from transcriptions t join users u on u.id = t.user_id,
    lateral (
      select coalesce(
        (select array_agg('uploads/' || p.upload_id order by p.position) from transcription_parts p
         where p.transcription_id = t.id and p.upload_id is not null),
        array_remove(array[t.original_key], null)) as originals
    ) as o
    where not t.is_deleted and not t.is_example`);
  return rows;
}

/**
 * A recording that completed after a failed attempt is free, because the product does not charge returned
 * seconds.
 */
const isPaid = ({ status, run, usage_state: usage }: Row) =>
  status === 'completed' ? usage === 'settled' || (usage === 'returned' && run > 1) : usage === 'returned';

/** Describes each fault, so that a failure names the row and the broken rule. */
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

/** Decodes the stored originals again and counts each begun second, because headers and rows may be wrong. */
async function chargeFaults({ storage }: Deps, rows: readonly Row[]) {
  const faults: string[] = [];
  for (const { id, status, originals, usage_seconds: charged } of rows) {
    if (status !== 'completed' || originals.length === 0) continue;
    let seconds = 0;
    for (const key of originals) seconds += await storage.withLocalFile(key, decodedSeconds);
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
 * Finds dead jobs and jobs that no worker will resume. A job with a future start time (the next sweep or a second
 * check) is no fault. Also finds uploads that belong to no transcription or to two.
 */
async function workFaults({ db }: Deps) {
  const { rows } = await db.execute<{ fault: string }>(sql`
    select 'job ' || name || coalesce(' of ' || source_name, '') || ' is ' || state as fault from jobs.job
      where state in ('retry', 'active', 'failed') or (state = 'created' and (start_after <= now() or name = 'dead'))
    union all
    select 'upload ' || u.id || ' has ' || count(t.id) || ' transcriptions' from uploads u
      left join transcription_parts p on p.upload_id = u.id
      left join transcriptions t on t.original_key = 'uploads/' || u.id or t.id = p.transcription_id
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
  const { rows: referenced } = await deps.db.execute<{ key: string }>(sql`
    select 'uploads/' || id as key from uploads union
    select unnest(array_remove(array[original_key, audio_key, peaks_key], null)) from transcriptions`);
  for (const { key } of referenced) named.add(key);
  // The storage holds an upload's metadata under the upload's name plus an extension.
  const orphans = stored.filter((key) => !named.has(key) && !named.has(key.replace(/\.(json|info)$/, '')));
  const present = new Set(stored);
  const lost = rows.flatMap(({ sure_files: files }) => files).filter((key) => !present.has(key));
  return [...orphans.map((key) => `${key} belongs to no row`), ...lost.map((key) => `${key} is lost`)];
}

async function mailFaults(mailboxUrl: string, rows: readonly Row[]) {
  const faults: string[] = [];
  for (const email of new Set(rows.map((row) => row.email))) {
    const finished = rows.filter((row) => row.email === email && row.status === 'completed').length;
    const mailCount = (await mailsTo(mailboxUrl, email)).filter(({ subject }) =>
      /pronta/i.test(subject),
    ).length;
    if (mailCount !== finished) faults.push(`${email}: ${finished} completed, ${mailCount} mails`);
  }
  return faults;
}

/** Runs the maintenance with a later date, at which unused uploads have expired. */
async function sweepLater(deps: Deps) {
  const later = { ...deps, now: () => new Date(deps.now().getTime() + sweptAfterDays * dayMs) };
  await runHourlySweep(later, { signal: new AbortController().signal });
}

/** Lists unfinished multipart uploads or files, which ordinary listings do not show. */
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

/** Lists the files in a process's work folder that survive its daily sweep. */
async function remainingWorkFiles({ config, log }: Deps, dataDir: string): Promise<string[]> {
  const work = join(dataDir, 'work');
  const names = async () => (await readdir(work, { recursive: true }).catch(() => [])).sort();
  const longAgo = new Date(Date.now() - 2 * dayMs);
  for (const name of await names()) await utimes(join(work, name), longAgo, longAgo);
  const sweeping = await startWorkFolderSweep({ config: { ...config, dataDir }, log });
  sweeping.close();
  return (await names()).filter((name) => !['fetched', 'sending'].includes(name));
}

type Installation = {
  deps: Deps;
  mailboxUrl: string;
  /** The data folders of all processes that ran, including killed ones. */
  dataDirs?: readonly string[];
  waitMs?: number;
};

/**
 * Checks the product after it has recovered from a fault. Each accepted upload must have ended with its text or a
 * reason. Its owner must have paid for completed texts only, by the length of the sound, and got one mail for each.
 * No queue may contain a waiting or dead job, and no orphaned or unfinished file may remain.
 */
export async function expectNothingLost(installation: Installation) {
  const { deps, mailboxUrl, dataDirs = [deps.config.dataDir], waitMs = 100_000 } = installation;
  const unfinished = async () =>
    (await rowsOf(deps)).filter(({ status }) => ['pending', 'processing'].includes(status)).length;
  await expect.poll(unfinished, { timeout: waitMs }).toBe(0);
  // Poll, because a job ends after its row, and the worker sends its mail later still. A killed process's job is
  // detected within a minute, by its missing heartbeats.
  await expect.poll(() => workFaults(deps), { timeout: waitMs }).toEqual([]);
  const rows = await rowsOf(deps);
  await expect.poll(() => mailFaults(mailboxUrl, rows), { timeout: waitMs }).toEqual([]);
  expect(brokenPromises(rows)).toEqual([]);
  expect(await usageFaults(deps)).toEqual([]);
  expect(await chargeFaults(deps, rows)).toEqual([]);
  await sweepLater(deps);
  expect(await fileFaults(deps, await rowsOf(deps))).toEqual([]);
  expect(await unfinishedUploads(deps)).toEqual([]);
  for (const dataDir of dataDirs) expect(await remainingWorkFiles(deps, dataDir)).toEqual([]);
  return rows;
}
