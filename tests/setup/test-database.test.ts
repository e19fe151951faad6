import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('each test database is migrated, empty and separate', async () => {
  await using first = await createTestDatabase();
  await using second = await createTestDatabase();
  await query(
    first.url,
    `insert into contact_messages (name, email, message) values ('Ana', 'a@b.c', 'Olá')`,
  );
  expect(await query(second.url, 'select * from contact_messages')).toEqual([]);
});

test('createTestDatabase drops its database at the end, even while a client is connected', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  const lost = new Promise<Error>((resolve) => client.on('error', resolve));
  await client.connect();
  await database[Symbol.asyncDispose]();
  expect((await lost).message).toMatch(/terminating connection/);
  await expect(query(database.url, 'select 1')).rejects.toThrow(/does not exist/);
});
