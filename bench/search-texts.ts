/**
 * Measures the full-text search in one owner's 10,000 transcripts of 5,000 words. Another owner has 2,000 in the same
 * tables. The product answers with the count, the first ten transcriptions and a sentence of each. The reference is
 * one plain statement with the same answer (`ts_headline` finds the sentences), run by psql.
 *
 *   node bench/search-texts.ts [--transcripts 10000] [--words 5000] [--runs 10] [--tiny]
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ListQuerySchema } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import { listTranscriptions } from '#server/features/library/list-transcriptions.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import {
  type Comparison,
  isTiny,
  measure,
  millisecondsOf,
  readSizes,
  report,
  type Summary,
  summarise,
} from './harness.ts';
import { openLibraryDatabase } from './set-up/library-database.ts';

const {
  transcripts,
  words: wordsEach,
  runs: runCount,
} = readSizes({
  full: { transcripts: 10_000, words: 5_000, runs: 10 },
  tiny: { transcripts: 50, words: 400, runs: 2 },
});
const runs = { runs: runCount, warmUps: 2 };
const wordsInSegment = 12;
const wordMs = 400;
const batchSize = 50;

const random = seededRandom(5);
const syllables = 'ba ca çã do e fi gua lha mo nho pé que rá si to u vê xi zão lí'.split(' ');
const pickOne = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => pickOne(syllables)).join(''),
);
/** Picks few words often and most words rarely, as people do in speech. */
const randomWord = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? '';

function makeTranscript(number: number) {
  const words = Array.from({ length: wordsEach }, randomWord);
  // The search terms are in one transcript of 1,000, in one of 10, and in all.
  if (number % 1_000 === 0) words[wordsEach - 100] = 'jabuticaba';
  if (number % 10 === 0) words[wordsEach - 200] = 'reunião';
  words[wordsEach - 300] = 'Bom';
  // Word times are most of a transcript's bytes, and the search reads them only for the sentences that it shows. So
  // only the transcripts that can be among the first ten results get them.
  const hasTimes = number % 1_000 === 0 || number >= transcripts - 200;
  const segments = Array.from({ length: Math.ceil(wordsEach / wordsInSegment) }, (_, id) => {
    const segmentWords = words.slice(id * wordsInSegment, (id + 1) * wordsInSegment);
    const start_ms = id * wordsInSegment * wordMs;
    return {
      id,
      start_ms,
      end_ms: start_ms + segmentWords.length * wordMs,
      text: `${segmentWords.join(' ')}.`,
      ...(hasTimes && {
        words: segmentWords.map((text, at) => ({
          text,
          start_ms: start_ms + at * wordMs,
          end_ms: start_ms + (at + 1) * wordMs,
          confidence: 0.9,
        })),
      }),
    };
  });
  return { text: segments.map(({ text }) => text).join(' '), segments: JSON.stringify(segments) };
}

await using database = await openLibraryDatabase();
const [{ userId }, other] = [await database.addUser(), await database.addUser()];

async function insertBatch(owner: string, from: number) {
  const made = Array.from({ length: batchSize }, (_, at) => makeTranscript(from + at));
  await database.query(
    `with made as (
       insert into transcriptions (user_id, title, file_name, status, duration_ms, language, usage_month, usage_seconds, usage_state, created_at)
       select $1, 'Gravação ' || ($2::int + n), 'g.mp3', 'completed', 2000000, 'pt', '2026-01-01', 60, 'settled',
         '2026-01-01'::timestamptz + ($2::int + n) * interval '1 minute'
       from generate_series(1, ${batchSize}) n returning id
     ), numbered as (select id, row_number() over () as n from made)
     insert into transcripts (transcription_id, text, segments)
     select id, said.text, said.segments::jsonb
     from numbered join unnest($3::text[], $4::text[]) with ordinality as said (text, segments, n) using (n)`,
    [owner, from, made.map(({ text }) => text), made.map(({ segments }) => segments)],
  );
}
const insertMs: number[] = [];
for (let from = 0; from < transcripts; from += batchSize) {
  insertMs.push((await millisecondsOf(() => insertBatch(userId, from))) / batchSize);
  if (from % (5 * batchSize) === 0) await insertBatch(other.userId, from);
}
await database.query('vacuum (analyze)');
const [size] = await database.query(
  `select pg_size_pretty(pg_total_relation_size('transcripts')) as texts,
    pg_size_pretty(pg_total_relation_size('transcript_words')) as words`,
);
console.log(`texts ${size.texts}, their words with the index ${size.words}`);

const actor = { userId } as Actor;
const list = (q: string) =>
  listTranscriptions({ db: database.db, now: () => new Date() }, actor, ListQuerySchema.parse({ q }));
const prefix = 'jabut';
/** PostgreSQL's stemmer does not reduce this plural to its singular, so the plain statement searches the singular. */
const plural = 'Reuniões';
const cases = [
  ['a word in one of 1,000', 'jabuticaba'],
  ['a word in one of 10', plural],
  ['a word in all', 'bom'],
  ['three words', 'bom reunião jabuticaba'],
  ['a prefix', prefix],
  ['a word without a match', 'hipopótamo'],
] as const;
/** Returns a statement that matches whole words with PostgreSQL's stemmer, or a prefix with `:*`. */
function plainStatement(isPrefix: boolean) {
  const words = isPrefix
    ? "to_tsquery('simple', public.search_words($2) || ':*')"
    : "plainto_tsquery('portuguese', public.search_words($2))";
  return `with found as materialized (
      select t.id, t.created_at from transcriptions t join transcript_words w on w.transcription_id = t.id
      where t.user_id = $1 and w.user_id = $1 and not t.is_deleted and w.words @@ ${words}
    ), page as (select id, created_at from found order by created_at desc, id desc limit 10)
    select (select count(*) from found) as total,
      array(select id from page order by created_at desc, id desc) as ids,
      array(
        select ts_headline('portuguese', text, ${words}) from page join transcripts on transcription_id = id
        order by page.created_at desc, id desc
      ) as sentences`;
}

const run = promisify(execFile);

/** The embedded PostgreSQL does not include psql. */
const hasPsql = await run('psql', ['--version']).then(
  () => true,
  () => false,
);
if (!hasPsql) {
  const installHint = 'The reference needs psql: apt-get install postgresql-client';
  if (!isTiny) throw new Error(installHint);
  console.log(installHint);
}

/** Times the statement with psql's own clock. psql before 16 cannot bind parameters, so they become literals. */
async function timeByPsql(statement: string, values: readonly string[]): Promise<Summary> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'statements.sql');
  const literal = (number: string) => pg.escapeLiteral(values[Number(number) - 1] ?? '');
  const inlined = `${statement.replaceAll(/\$(\d+)/g, (_, number) => literal(number))};`;
  const statements = Array<string>(runs.runs + runs.warmUps).fill(inlined);
  await writeFile(file, ['\\timing on', '\\o /dev/null', ...statements, ''].join('\n'));
  const args = [database.url, '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--file=${file}`];
  const { stdout } = await run('psql', args, { env: { ...process.env, LC_ALL: 'C' } });
  const timesMs = [...stdout.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms));
  if (timesMs.length !== statements.length)
    throw new Error(`psql printed ${timesMs.length} timings for ${statements.length} statements`);
  return summarise(timesMs.slice(runs.warmUps));
}

const comparisons: Comparison[] = [
  { what: 'inserting one transcript', unit: 'ms', ours: summarise(insertMs) },
];
for (const [what, q] of cases) {
  const { total, items } = await list(q);
  if (items.some(({ hit }) => hit === null))
    throw new Error(`the search for ${q} returned a hit without its sentence`);
  const ours = await measure(runs, () => millisecondsOf(() => list(q)));
  const statement = plainStatement(q === prefix);
  const values = [userId, q === plural ? 'reunião' : q];
  const [plain] = await database.query(statement, values);
  if (Number(plain.total) !== total || plain.ids.join() !== items.map(({ job_id: id }) => id).join())
    throw new Error(
      `${q}: the plain statement finds ${plain.total} and the product ${total}, or their order differs`,
    );
  const reference = hasPsql && {
    what: 'one plain query by psql',
    figures: await timeByPsql(statement, values),
  };
  comparisons.push({
    what,
    unit: 'ms',
    ours,
    ...(reference && { reference, goal: { atMost: 1.3, of: 'ratio' } }),
  });
}
await report(import.meta.filename, comparisons);
