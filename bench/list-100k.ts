/**
 * The list of somebody who has 100,000 transcriptions among a million: first page, a page in the middle, a search by
 * name. The reference is the bare statement for one page, without the count, the hits and the rows' presentation.
 *
 *   node bench/list-100k.ts [--rows 1000000] [--runs 15] [--plans]
 */
import { parseArgs } from 'node:util';
import { ListQuerySchema } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import { listTranscriptions } from '#server/features/library/list-transcriptions.ts';
import { type Comparison, measure, millisecondsOf, report } from './harness.ts';
import { openLibraryPlace } from './set-up/library-place.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '15' },
    plans: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const runs = { runs: Number(values.runs), warmUps: 3 };
const others = 900;

await using place = await openLibraryPlace();
const { userId } = await place.person();
await place.query(
  `insert into users (name, email) select 'Outra', 'outra' || n || '@exemplo.com' from generate_series(1, ${others}) n`,
);
await place.query(
  `
  insert into transcriptions (user_id, title, file_name, status, duration_ms, language, usage_month, usage_seconds, usage_state, created_at)
  select
    case when n % 10 = 0 then $1::uuid else (others.ids)[1 + n % ${others}] end,
    case when n % 4 = 0 then null else
      (array['Reunião', 'Aula', 'Entrevista', 'Sessão', 'Audiência', 'Palestra'])[1 + n % 6] || ' de ' ||
      (array['história', 'física', 'condomínio', 'São Paulo', 'planejamento'])[1 + n % 5] || ' nº ' || n end,
    'gravação_' || n || '.mp3',
    case when n % 20 = 10 then 'failed' else 'completed' end,
    10000 + (n * 7919::bigint) % 3600000, 'pt', '2026-01-01', 60, 'settled',
    '2026-11-01'::timestamptz - ((n * 104729::bigint) % 94000000) * interval '1 second'
  from generate_series(1, ${rows}) n,
    (select array_agg(id) as ids from users where id <> $1::uuid) as others`,
  [userId],
);
await place.query('vacuum (analyze) transcriptions');

const actor = { userId } as Actor;
const now = () => new Date('2026-11-21T12:00:00Z');
const list = (asked: Record<string, unknown>) =>
  listTranscriptions({ db: place.db, now }, actor, ListQuerySchema.parse(asked));
const bare = (offset: number) =>
  place.query(
    'select * from transcriptions where user_id = $1 and not is_deleted order by created_at desc, id desc limit 10 offset $2',
    [userId, offset],
  );
const middle = Math.round(rows / 10 / 2 / 10);

const cases: [what: string, asked: Record<string, unknown>, offset: number | undefined][] = [
  ['the first page', {}, 0],
  [`page ${middle} of ${middle * 2}`, { page: middle }, (middle - 1) * 10],
  ['the last page', { page: 100_000 }, rows / 10 - 10],
  ['the first page by duration', { sort: 'audio_duration' }, undefined],
  ['what is not completed', { status: 'pending' }, undefined],
  ['a name that one has', { q: `gravacao_${rows / 2}.mp3` }, undefined],
  ['a name that a fifth have', { q: 'sao paulo' }, undefined],
  ['two letters that most have', { q: 'ao' }, undefined],
  ['a name that nobody has', { q: 'inexistente' }, undefined],
];
const comparisons: Comparison[] = [];
for (const [what, asked, offset] of cases) {
  if (values.plans) console.log(`\n${what}\n${await place.planOf(() => list(asked))}`);
  const ours = await measure(runs, () => millisecondsOf(() => list(asked)));
  if (offset === undefined) comparisons.push({ what, unit: 'ms', ours });
  else {
    const figures = await measure(runs, () => millisecondsOf(() => bare(offset)));
    comparisons.push({ what, unit: 'ms', ours, reference: { what: 'one page, bare', figures } });
  }
}
await report(import.meta.filename, comparisons);
