import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { keyOfUpload } from '#server/adapters/tus/upload-key.ts';
import type { Deps } from '#server/deps.ts';
import { sweep } from '#server/features/transcriptions/sweep.ts';
import { mailsTo } from './mailbox.ts';

const dayMs = 86_400_000;

type Row = {
  id: string;
  status: string;
  reason: string | null;
  usage_state: string;
  usage_seconds: number;
  has_text: boolean;
  email: string;
  files: string[];
};

async function rowsOf({ db }: Deps) {
  const { rows } = await db.execute<Row>(sql`
    select t.id, t.status, t.reason, t.usage_state, t.usage_seconds, u.email,
      exists (select 1 from transcripts x where x.transcription_id = t.id) as has_text,
      array_remove(array[t.original_key, t.audio_key, t.peaks_key], null) as files
    from transcriptions t join users u on u.id = t.user_id where not t.is_deleted and not t.is_example`);
  return rows;
}

/** What went wrong in words, so that a failure says which promise was broken and for which row. */
function brokenPromises(rows: readonly Row[]): string[] {
  return rows.flatMap(({ id, status, reason, usage_state: usage, has_text: hasText }) => {
    const broken: string[] = [];
    if (!['completed', 'failed', 'error'].includes(status)) broken.push(`${id} is still ${status}`);
    if (status === 'completed' && !hasText) broken.push(`${id} completed without a text`);
    if (status === 'completed' && usage !== 'settled') broken.push(`${id} completed, its seconds ${usage}`);
    if (status !== 'completed' && reason === null) broken.push(`${id} ${status} without a reason`);
    if (status !== 'completed' && usage !== 'returned') broken.push(`${id} ${status}, its seconds ${usage}`);
    return broken;
  });
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

/** Work that nobody will come back to, and uploads that were taken for two transcriptions or for none. */
async function workFaults({ db }: Deps) {
  const { rows } = await db.execute<{ fault: string }>(sql`
    select 'job ' || name || ' is ' || state as fault from jobs.job
      where name = 'run-transcription' and state in ('created', 'retry', 'active', 'failed')
    union all
    select 'upload ' || u.id || ' has ' || count(t.id) || ' transcriptions' from uploads u
      left join transcriptions t on t.original_key = 'uploads/' || u.id
      where u.used_at is not null group by u.id having count(t.id) <> 1`);
  return rows.map(({ fault }) => fault);
}

async function storedKeys({ storage }: Deps) {
  const keys: string[] = [];
  for (const prefix of ['uploads', 'transcriptions'])
    for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

async function fileFaults(deps: Deps, rows: readonly Row[]) {
  const named = new Set(rows.flatMap(({ files }) => files));
  const stored = await storedKeys(deps);
  const { rows: kept } = await deps.db.execute<{ id: string }>(sql`select id from uploads`);
  for (const { id } of kept) named.add(keyOfUpload(id));
  // What an upload remembers of itself lies beside it, under its name with an ending.
  const orphans = stored.filter((key) => !named.has(key) && !named.has(key.replace(/\.(json|info)$/, '')));
  const present = new Set(stored);
  const gone = rows.flatMap(({ files }) => files).filter((key) => !present.has(key));
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
async function sweepTomorrow(deps: Deps) {
  const tomorrow = { ...deps, now: () => new Date(deps.now().getTime() + 2 * dayMs) };
  await sweep(tomorrow, { signal: new AbortController().signal });
}

/**
 * What must hold after any fault, once everything is back: each accepted upload ended with its text or with a reason,
 * whoever it belongs to was charged for the texts alone and told of each once, and no job or file is left over.
 */
export async function expectNothingLost({ deps, mailboxUrl }: { deps: Deps; mailboxUrl: string }) {
  const unfinished = async () =>
    (await rowsOf(deps)).filter(({ status }) => ['pending', 'processing'].includes(status)).length;
  await expect.poll(unfinished, { timeout: 60_000 }).toBe(0);
  // A job ends a moment after its row, and its mail goes out a moment after that.
  await expect.poll(() => workFaults(deps), { timeout: 30_000 }).toEqual([]);
  const rows = await rowsOf(deps);
  await expect.poll(() => mailFaults(mailboxUrl, rows), { timeout: 30_000 }).toEqual([]);
  expect(brokenPromises(rows)).toEqual([]);
  expect(await usageFaults(deps)).toEqual([]);
  await sweepTomorrow(deps);
  expect(await fileFaults(deps, await rowsOf(deps))).toEqual([]);
  return rows;
}
