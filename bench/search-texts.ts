/**
 * Full-text search in one owner's 10,000 transcripts of 5,000 words, with a fifth as many of another owner in the
 * tables. Our answer is the count, the first ten transcriptions and a sentence of each. The reference is a plain
 * hand-written statement with the same answer (`ts_headline` for the sentences), run by psql. The table also shows
 * psql's time for the statement without the sentences and for our own statements.
 *
 *   node bench/search-texts.ts [--transcripts 10000] [--words 5000] [--runs 10] [--plans] [--tiny]
 */
import { ListQuerySchema } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import { listTranscriptions } from '#server/features/library/list-transcriptions.ts';
import {
  type Comparison,
  isTiny,
  measure,
  millisecondsOf,
  readSizes,
  report,
  seededRandom,
  summarise,
} from './harness.ts';
import { openLibraryDatabase } from './set-up/library-database.ts';
import { hasPsql, psqlMs } from './set-up/psql-timing.ts';

const {
  transcripts,
  words: wordsEach,
  runs: counted,
} = readSizes({
  usual: { transcripts: 10_000, words: 5_000, runs: 10 },
  tiny: { transcripts: 50, words: 400, runs: 2 },
});
const showsPlans = process.argv.includes('--plans');
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

await using place = await openLibraryDatabase();
const [{ userId }, other] = [await place.person(), await place.person()];

async function keep(owner: string, from: number) {
  const made = Array.from({ length: atOnce }, (_, at) => transcript(from + at));
  await place.query(
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
await place.query('vacuum (analyze)');
const [size] = await place.query(
  `select pg_size_pretty(pg_total_relation_size('transcripts')) as texts,
    pg_size_pretty(pg_total_relation_size('transcript_words')) as words`,
);
console.log(`texts ${size.texts}, their words with the index ${size.words}`);

const actor = { userId } as Actor;
const list = (q: string) =>
  listTranscriptions({ db: place.db, now: () => new Date() }, actor, ListQuerySchema.parse({ q }));
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
function byHand(q: string, isBeginning: boolean) {
  const words = isBeginning
    ? "to_tsquery('simple', public.search_words($2) || ':*')"
    : "plainto_tsquery('portuguese', public.search_words($2))";
  const found = `with found as materialized (
      select t.id, t.created_at from transcriptions t join transcript_words w on w.transcription_id = t.id
      where t.user_id = $1 and w.user_id = $1 and not t.is_deleted and w.words @@ ${words}
    ), page as (select id, created_at from found order by created_at desc, id desc limit 10)
    select (select count(*) from found) as total, array(select id from page order by created_at desc, id desc) as ids`;
  const sentences = `array(
      select ts_headline('portuguese', text, ${words}) from page join transcripts on transcription_id = id
      order by page.created_at desc, id desc
    ) as sentences`;
  const values = [userId, q];
  return { found: { text: found, values }, whole: { text: `${found}, ${sentences}`, values } };
}
const sameText = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

const hasReference = await hasPsql();
if (!hasReference) {
  const fault = 'The reference needs psql: apt-get install postgresql-client';
  if (!isTiny) throw new Error(fault);
  console.log(fault);
}
const comparisons: Comparison[] = [{ what: 'inserting one transcript', unit: 'ms', ours: summarise(keptMs) }];
for (const [what, q] of cases) {
  const { total, items } = await list(q);
  if (showsPlans) console.log(`\n${what}: ${total}\n${await place.planOf(() => list(q))}`);
  if (items.some(({ hit }) => hit === null))
    throw new Error(`the search for ${q} returned a hit without its sentence`);
  const ours = await measure(runs, () => millisecondsOf(() => list(q)));
  const comparison = { what, unit: 'ms', ours };
  if (!hasReference) comparisons.push(comparison);
  else {
    const statements = await place.askedBy(() => list(q));
    const plain = byHand(q === plural ? 'reunião' : q, q === beginning);
    const [answer] = await place.query(plain.whole.text, plain.whole.values);
    const isSame =
      Number(answer.total) === total &&
      sameText(
        answer.ids,
        items.map(({ job_id }) => job_id),
      );
    if (!isSame)
      throw new Error(`${q}: the plain query finds ${answer.total}, ours ${total}, or in another order`);
    const byPsql = async (statements: Parameters<typeof psqlMs>[0]['statements']) =>
      summarise(await psqlMs({ url: place.url, statements, ...runs }));
    comparisons.push({
      ...comparison,
      reference: { what: 'one plain query by psql', figures: await byPsql([plain.whole]) },
      goal: { atMost: 1.3, of: 'ratio' },
    });
    comparisons.push({
      what: 'the plain query without sentences',
      unit: 'ms',
      ours: await byPsql([plain.found]),
    });
    comparisons.push({ what: 'our own statements by psql', unit: 'ms', ours: await byPsql(statements) });
  }
}
await report(import.meta.filename, comparisons);
