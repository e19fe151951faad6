import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The pool keeps its connection for the next test, because a new one costs PostgreSQL as much as the statement. */
function openAdministrator() {
  const pool = new pg.Pool({ connectionString: inject('postgresUrl'), max: 2, allowExitOnIdle: true });
  // At the end of the run PostgreSQL stops first.
  pool.on('error', () => {});
  return pool;
}

let administrator: pg.Pool | undefined;

async function asAdministrator(statement: string) {
  administrator ??= openAdministrator();
  await administrator.query(statement);
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

async function createDatabase(template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files takes a third of the processor time of writing each page to the log, the default.
  await asAdministrator(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    // `force` closes connections that the test leaked, so that they do not survive into the next test.
    [Symbol.asyncDispose]: () => asAdministrator(`drop database if exists ${name} with (force)`),
  };
}

/** Creates a migrated database for one test: `await using database = await createTestDatabase()`. */
export const createTestDatabase = () => createDatabase(inject('templateName'));

/** Creates a database without any tables. */
export const createEmptyDatabase = () => createDatabase('template0');
