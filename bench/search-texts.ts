/**
 * Full-text search in one owner's 10,000 transcripts of 5,000 words, with a fifth as many of another owner in the
 * tables. Our answer is the count, the first ten transcriptions and a sentence of each. The reference is a plain
 * hand-written statement with the same answer (`ts_headline` for the sentences), run by psql.
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
import { seededRandom } from '#tests/seeded-random.ts';
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
  runs: counted,
} = readSizes({
  usual: { transcripts: 10_000, words: 5_000, runs: 10 },
  tiny: { transcripts: 50, words: 400, runs: 2 },
});
const runs = { runs: counted, warmUps: 2 };
const wordsInSegment = 12;
const wordMs = 400;
const atOnce = 50;

const random = seededRandom(5);
const syllables = 'ba ca çã do e fi gua lha mo nho pé que rá si to u vê xi zão lí'.split(' ');
const some = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
/** As in speech, few words are frequent and most are rare: the rank decides the frequency. */
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => some(syllables)).join(''),
);
const spoken = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? '';

function transcript(number: number) {
  const words = Array.from({ length: wordsEach }, spoken);
  // The search terms: in one of a thousand, one of ten, and every transcript.
  if (number % 1_000 === 0) words[wordsEach - 100] = 'jabuticaba';
  if (number % 10 === 0) words[wordsEach - 200] = 'reunião';
  words[wordsEach - 300] = 'Bom';
  // Word times are most of a transcript's bytes, and the search reads them only for the sentences that it shows.
  const hasTimes = number % 1_000 === 0 || number >= transcripts - 200;
  const segments = Array.from({ length: Math.ceil(wordsEach / wordsInSegment) }, (_, id) => {
    const said = words.slice(id * wordsInSegment, (id + 1) * wordsInSegment);
    const start_ms = id * wordsInSegment * wordMs;
    return {
      id,
      start_ms,
      end_ms: start_ms + said.length * wordMs,
      text: `${said.join(' ')}.`,
      ...(hasTimes && {
        words: said.map((text, at) => ({
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

await using library = await openLibraryDatabase();
const [{ userId }, other] = [await library.person(), await library.person()];

async function keep(owner: string, from: number) {
  const made = Array.from({ length: atOnce }, (_, at) => transcript(from + at));
  await library.query(
    `with made as (
       insert into transcriptions (user_id, title, file_name, status, duration_ms, language, usage_month, usage_seconds, usage_state, created_at)
       select $1, 'Gravação ' || ($2::int + n), 'g.mp3', 'completed', 2000000, 'pt', '2026-01-01', 60, 'settled',
         '2026-01-01'::timestamptz + ($2::int + n) * interval '1 minute'
       from generate_series(1, ${atOnce}) n returning id
     ), numbered as (select id, row_number() over () as n from made)
     insert into transcripts (transcription_id, text, segments)
     select id, said.text, said.segments::jsonb
     from numbered join unnest($3::text[], $4::text[]) with ordinality as said (text, segments, n) using (n)`,
    [owner, from, made.map(({ text }) => text), made.map(({ segments }) => segments)],
  );
}
const keptMs: number[] = [];
for (let from = 0; from < transcripts; from += atOnce) {
  keptMs.push((await millisecondsOf(() => keep(userId, from))) / atOnce);
  if (from % (5 * atOnce) === 0) await keep(other.userId, from);
}
await library.query('vacuum (analyze)');
const [size] = await library.query(
  `select pg_size_pretty(pg_total_relation_size('transcripts')) as texts,
    pg_size_pretty(pg_total_relation_size('transcript_words')) as words`,
);
console.log(`texts ${size.texts}, their words with the index ${size.words}`);

const actor = { userId } as Actor;
const list = (q: string) =>
  listTranscriptions({ db: library.db, now: () => new Date() }, actor, ListQuerySchema.parse({ q }));
const beginning = 'jabut';
/** PostgreSQL's own stemmer does not match it to the singular, so the plain statement searches the singular. */
const plural = 'Reuniões';
const cases = [
  ['a word in one of 1,000', 'jabuticaba'],
  ['a word in one of 10', plural],
  ['a word in all', 'bom'],
  ['three words', 'bom reunião jabuticaba'],
  ['a prefix', beginning],
  ['a word without a match', 'hipopótamo'],
] as const;
/** Matches whole words with PostgreSQL's stemmer, or a prefix with `:*`. */
function byHand(isBeginning: boolean) {
  const words = isBeginning
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
  const fault = 'The reference needs psql: apt-get install postgresql-client';
  if (!isTiny) throw new Error(fault);
  console.log(fault);
}

/** psql's own timing of the statement. Before version 16 psql cannot bind parameters, so they become literals. */
async function timeByPsql(statement: string, values: readonly string[]): Promise<Summary> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'statements.sql');
  const literal = (number: string) => pg.escapeLiteral(values[Number(number) - 1] ?? '');
  const inlined = `${statement.replaceAll(/\$(\d+)/g, (_, number) => literal(number))};`;
  const statements = Array<string>(runs.runs + runs.warmUps).fill(inlined);
  await writeFile(file, ['\\timing on', '\\o /dev/null', ...statements, ''].join('\n'));
  const args = [library.url, '--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', `--file=${file}`];
  const { stdout } = await run('psql', args, { env: { ...process.env, LC_ALL: 'C' } });
  const took = [...stdout.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms));
  if (took.length !== statements.length)
    throw new Error(`psql printed ${took.length} times for ${statements.length} statements`);
  return summarise(took.slice(runs.warmUps));
}

const comparisons: Comparison[] = [{ what: 'inserting one transcript', unit: 'ms', ours: summarise(keptMs) }];
for (const [what, q] of cases) {
  const { total, items } = await list(q);
  if (items.some(({ hit }) => hit === null))
    throw new Error(`the search for ${q} returned a hit without its sentence`);
  const ours = await measure(runs, () => millisecondsOf(() => list(q)));
  const statement = byHand(q === beginning);
  const values = [userId, q === plural ? 'reunião' : q];
  const [plain] = await library.query(statement, values);
  if (Number(plain.total) !== total || plain.ids.join() !== items.map(({ job_id: id }) => id).join())
    throw new Error(`${q}: the plain query finds ${plain.total}, ours ${total}, or in another order`);
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
