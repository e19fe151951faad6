import type { ProductPlace } from './run-product.ts';
import { databaseOf } from './signed-in-place.ts';

type Account = { email: string; password: string };

/** More people with the same password: signing them all up one by one would take longer than what is measured. */
export async function copiesOf(place: ProductPlace, account: Account, count: number): Promise<Account[]> {
  const database = await databaseOf(place);
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `create temp table copies on commit drop as
       select gen_random_uuid() as id, 'pessoa' || n || '@exemplo.com.br' as email from generate_series(1, $1::int) n`,
      [count],
    );
    const copies = [
      ['users', 'id', "jsonb_build_object('id', c.id, 'email', c.email)"],
      [
        'accounts',
        'user_id',
        "jsonb_build_object('id', gen_random_uuid(), 'user_id', c.id, 'account_id', c.id)",
      ],
      ['profiles', 'id', "jsonb_build_object('id', c.id, 'email', c.email)"],
    ] as const;
    for (const [table, owner, changes] of copies)
      await client.query(
        `insert into ${table} select (jsonb_populate_record(t, ${changes})).* from ${table} t, copies c
         where t.${owner} = (select id from users where email = $1)`,
        [account.email],
      );
    const { rows } = await client.query<{ email: string }>('select email from copies order by email');
    await client.query('commit');
    return rows.map(({ email }) => ({ email, password: account.password }));
  } finally {
    client.release();
    await database.close();
  }
}
