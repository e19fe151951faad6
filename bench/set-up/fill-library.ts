type Place = { query: (text: string, values?: unknown[]) => Promise<unknown> };

const otherPeople = 900;

/** People who share the rows that are not the measured person's. */
export const makeOthers = ({ query }: Place) =>
  query(
    `insert into users (name, email) select 'Outra', 'outra' || n || '@exemplo.com' from generate_series(1, ${otherPeople}) n`,
  );

type Rows = {
  from: number;
  to: number;
  /** Each so-manieth row is theirs; 0 for none. */
  every: number;
  userId: string;
};

/**
 * Transcriptions as an installation has them: names of a few kinds, some failed, spread over three years. Kinds change
 * with each ten, so that whoever has each tenth row has all of them.
 */
export async function fillLibrary({ query }: Place, { from, to, every, userId }: Rows) {
  if (to < from) return;
  await query(
    `
  insert into transcriptions (user_id, title, file_name, status, duration_ms, language, usage_month, usage_seconds, usage_state, created_at)
  select
    case when $2::int > 0 and n % greatest($2::int, 1) = 0 then $1::uuid else (others.ids)[1 + n % ${otherPeople}] end,
    case when n / 10 % 4 = 0 then null else
      (array['Reunião', 'Aula', 'Entrevista', 'Sessão', 'Audiência', 'Palestra'])[1 + n / 10 % 6] || ' de ' ||
      (array['história', 'física', 'condomínio', 'São Paulo', 'planejamento'])[1 + n / 10 % 5] || ' nº ' || n end,
    'gravação_' || n || '.mp3',
    case when n / 10 % 20 = 10 then 'failed' else 'completed' end,
    10000 + (n * 7919::bigint) % 3600000, 'pt', '2026-01-01', 60, 'settled',
    '2026-11-01'::timestamptz - ((n * 104729::bigint) % 94000000) * interval '1 second'
  from generate_series($3::int, $4::int) n,
    (select array_agg(id) as ids from users where email like 'outra%@exemplo.com') as others`,
    [userId, every, from, to],
  );
  await query('vacuum (analyze) transcriptions');
}
