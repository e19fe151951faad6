import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/actor.ts';
import { AppError } from '#server/errors/app-error.ts';
import { deleteAccount } from '#server/features/account/deletion/delete-account.ts';
import { retryTranscription } from '#server/features/transcriptions/accept/retry-transcription.ts';
import { deleteTranscriptions } from '#server/features/transcriptions/edit/delete-transcriptions.ts';
import { changeTranscription } from '#server/features/transcriptions/edit/edit-transcription.ts';
import { sweepDeleted } from '#server/features/transcriptions/sweeps/sweep-deleted.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { restoreTranscriptions } from './restore-transcriptions.ts';
import { compactTallies } from './tallies.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ ROLES: 'web' });
}, 60_000);
afterAll(() => product.close());

let made = 0;
async function newActor(): Promise<Actor> {
  made += 1;
  const { rows } = await product.deps.db.execute<{ id: string }>(
    sql`insert into users (name, email) values ('Ana', ${`conta${made}@exemplo.com`}) returning id`,
  );
  return { userId: rows[0]?.id, provedAt: new Date() } as Actor;
}
const rowsOf = async (text: ReturnType<typeof sql>) => (await product.deps.db.execute(text)).rows;
const tallyRows = ({ userId }: Actor) =>
  rowsOf(sql`select total, completed from transcription_tallies where user_id = ${userId}`);

/** All users whose tallies differ from their rows, in one snapshot. */
const wrong = () =>
  rowsOf(sql`
    select * from (
      select user_id, count(*)::int as total, count(*) filter (where status = 'completed')::int as completed
      from transcriptions where not is_deleted group by user_id
    ) as there full join (
      select user_id, sum(total)::int as total, sum(completed)::int as completed
      from transcription_tallies group by user_id having sum(total) <> 0 or sum(completed) <> 0
    ) as tallied using (user_id, total, completed)
    where there.user_id is null or tallied.user_id is null`);

/** A fixed sequence, so that a failure repeats. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('after concurrent changes the tallies equal the counts', async () => {
  const { deps } = product;
  const [ana, bia, leaving] = [await newActor(), await newActor(), await newActor()];
  const context = new AbortController().signal;
  /** A purge in thirty days. */
  const later = { ...deps, now: () => new Date(Date.now() + 31 * 86_400_000) };
  const refused = (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  };

  async function live(actor: Actor, seed: number) {
    const below = numbersFrom(seed);
    const some = async () => {
      const found = await rowsOf(
        sql`select id from transcriptions where user_id = ${actor.userId} order by id limit 3 offset ${below(5)}`,
      );
      return found.map(({ id }) => String(id));
    };
    const one = async () => (await some())[0] ?? randomUUID();
    const statuses = ['completed', 'completed', 'pending', 'failed'] as const;
    const keep = () =>
      insertTranscription(deps, {
        userId: actor.userId,
        status: statuses[below(4)] ?? 'failed',
        originalKey: `uploads/${randomUUID()}`,
      });
    const deeds = [
      keep,
      keep,
      keep,
      async () => deleteTranscriptions(deps, actor, await some()),
      async () => restoreTranscriptions(deps, actor, await some()),
      async () => retryTranscription(deps, actor, await one()).catch(refused),
      async () =>
        changeTranscription(deps, actor, { id: await one(), change: { title: 'Aula' } }).catch(refused),
      // As when a job ends: several rows in one statement, some of them for the second time.
      async () =>
        rowsOf(sql`
          with held as (
            select id from transcriptions where id = any(${sql.param(await some())}::uuid[]) order by id for update
          )
          update transcriptions set status = ${statuses[below(4)]} where id in (select id from held)`),
      () => compactTallies(deps),
    ];
    for (let deed = 0; deed < 40; deed += 1) await deeds[below(deeds.length)]?.();
  }

  await Promise.all([
    live(ana, 1),
    live(ana, 2),
    live(bia, 3),
    live(leaving, 4),
    (async () => {
      for (let round = 0; round < 10; round += 1) {
        expect(await wrong()).toEqual([]);
        await sweepDeleted(later, context);
        await compactTallies(deps);
      }
    })(),
  ]);
  await deleteAccount(deps, leaving);
  expect(await tallyRows(leaving)).toEqual([]);
  expect(await wrong()).toEqual([]);
  await compactTallies(deps);
  expect(await wrong()).toEqual([]);
  expect((await tallyRows(ana)).length).toBeLessThanOrEqual(1);
});

test('a statement leaves one row per user, and none if it changes no count', async () => {
  const [ana, bia] = [await newActor(), await newActor()];
  await rowsOf(sql`
    insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds, is_deleted)
    select case when n <= 100 then ${ana.userId}::uuid else ${bia.userId}::uuid end, 'a.mp3',
      case when n % 4 = 0 then 'pending' else 'completed' end, 1000, 'pt', '2026-11-01', 1, n % 10 = 0
    from generate_series(1, 120) n`);
  expect(await tallyRows(ana)).toEqual([{ total: 90, completed: 70 }]);
  expect(await tallyRows(bia)).toEqual([{ total: 18, completed: 14 }]);
  await rowsOf(sql`update transcriptions set heard_ms = 5, title = 'Aula' where user_id = ${ana.userId}`);
  expect(await tallyRows(ana)).toHaveLength(1);
  await rowsOf(sql`update transcriptions set is_deleted = true where user_id = ${ana.userId}`);
  expect(await tallyRows(ana)).toEqual([
    { total: 90, completed: 70 },
    { total: -90, completed: -70 },
  ]);
  await compactTallies(product.deps);
  expect(await tallyRows(ana)).toEqual([]);
  // Folding leaves a single row alone.
  expect(await tallyRows(bia)).toEqual([{ total: 18, completed: 14 }]);
});

test('two concurrent changes for one user wait neither for each other nor for a folding', async () => {
  const ana = await newActor();
  await insertTranscription(product.deps, { userId: ana.userId });
  await insertTranscription(product.deps, { userId: ana.userId });
  const url = product.config.database.url;
  const [one, other] = [new pg.Client(url), new pg.Client(url)];
  try {
    for (const client of [one, other]) {
      await client.connect();
      await client.query(`begin; set local lock_timeout = '2s'`);
    }
    const insert = `insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds)
      values ($1, 'a.mp3', 'completed', 1000, 'pt', '2026-11-01', 1)`;
    await one.query(insert, [ana.userId]);
    await other.query(insert, [ana.userId]);
    await one.query('select public.recount_transcriptions()');
    await compactTallies(product.deps);
    expect(await tallyRows(ana)).toEqual([{ total: 2, completed: 2 }]);
    await other.query('commit');
    await one.query('rollback');
    expect(await wrong()).toEqual([]);
  } finally {
    await one.end();
    await other.end();
  }
});

test('the next folding removes the tallies of a deleted user', async () => {
  const gone = { userId: randomUUID() } as Actor;
  await rowsOf(sql`insert into transcription_tallies values (${gone.userId}, 3, 2)`);
  await compactTallies(product.deps);
  expect(await tallyRows(gone)).toEqual([]);
});

test('a recount repairs tallies that were broken by hand, also when two run at once', async () => {
  const [ana, bia] = [await newActor(), await newActor()];
  await insertTranscription(product.deps, { userId: ana.userId });
  await insertTranscription(product.deps, { userId: bia.userId });
  await rowsOf(sql`delete from transcription_tallies where user_id = ${ana.userId}`);
  await rowsOf(sql`insert into transcription_tallies values (${bia.userId}, 5, -3)`);
  expect(await wrong()).not.toEqual([]);
  const mended = await Promise.all(
    [1, 2].map(() => rowsOf(sql`select public.recount_transcriptions() as people`)),
  );
  expect(mended.flat().toSorted((one, two) => Number(one.people) - Number(two.people))).toEqual([
    { people: 0 },
    { people: 2 },
  ]);
  expect(await wrong()).toEqual([]);
});
