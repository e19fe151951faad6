import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/adapters/db/embedded/start.ts';
import { migrate } from '#server/adapters/db/migrate.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

/** Starts the embedded PostgreSQL with the product's settings and migrates a database on disk. */
export async function openLibraryDatabase() {
  const folder = await temporaryFolder();
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log });
  await migrate({ url: postgres.url });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4, application_name: 'escriba-bench' });
  pool.on('error', () => {});

  async function addUser(): Promise<{ userId: string }> {
    const { rows } = await pool.query(
      `insert into users (name, email) values ('Ana', gen_random_uuid() || '@exemplo.com') returning id`,
    );
    return { userId: rows[0].id };
  }

  return {
    db: drizzle(pool),
    url: postgres.url,
    query: async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows,
    addUser,
    [Symbol.asyncDispose]: async () => {
      await pool.end();
      await postgres.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

type Queryable = { query: (text: string, values?: unknown[]) => Promise<unknown> };

const otherPeople = 900;

/** The owners of all rows that do not belong to the measured user. */
export const insertOtherUsers = ({ query }: Queryable) =>
  query(
    `insert into users (name, email) select 'Outra', 'outra' || n || '@exemplo.com' from generate_series(1, ${otherPeople}) n`,
  );

type Rows = {
  rows: number;
  /** The user owns every nth row. */
  every: number;
  userId: string;
};

/**
 * Inserts realistic transcriptions: several kinds of names, some failed, spread over three years. The kind changes
 * every ten rows, so that the owner of every tenth row has all kinds.
 */
export async function fillLibrary({ query }: Queryable, { rows, every, userId }: Rows) {
  await query(
    `
  insert into transcriptions (user_id, title, file_name, status, duration_ms, language, usage_month, usage_seconds, usage_state, created_at)
  select
    case when n % $2::int = 0 then $1::uuid else (others.ids)[1 + n % ${otherPeople}] end,
    case when n / 10 % 4 = 0 then null else
      (array['Reunião', 'Aula', 'Entrevista', 'Sessão', 'Audiência', 'Palestra'])[1 + n / 10 % 6] || ' de ' ||
      (array['história', 'física', 'condomínio', 'São Paulo', 'planejamento'])[1 + n / 10 % 5] || ' nº ' || n end,
    'gravação_' || n || '.mp3',
    case when n / 10 % 20 = 10 then 'failed' else 'completed' end,
    10000 + (n * 7919::bigint) % 3600000, 'pt', '2026-01-01', 60, 'settled',
    '2026-11-01'::timestamptz - ((n * 104729::bigint) % 94000000) * interval '1 second'
  from generate_series(1, $3::int) n,
    (select array_agg(id) as ids from users where email like 'outra%@exemplo.com') as others`,
    [userId, every, rows],
  );
  await query('vacuum (analyze) transcriptions');
}
