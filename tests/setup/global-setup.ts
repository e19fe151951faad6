import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/adapters/db/embedded/start.ts';
import { migrate } from '#server/adapters/db/migrate.ts';
import { openQueue } from '#server/adapters/queue/queue.ts';
import { jobDefinitions } from '#server/worker/jobs.ts';
import { endWhenInterrupted } from './end-when-interrupted.ts';
import { clearAbandonedFolders, temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to from outside
  export interface ProvidedContext {
    /** The URL of the superuser, who can create databases. */
    postgresUrl: string;
    /** Each test copies this migrated database. */
    templateName: string;
  }
}

const templateName = 'escriba_template';

/** These settings trade durability for speed, because no test database must survive a crash. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
};

/** Starts one PostgreSQL for the whole run, with one migrated database that each test copies. */
export default async function setUp(project: TestProject) {
  await clearAbandonedFolders();
  const folder = await temporaryFolder({ fast: true });
  const postgres = await startEmbeddedPostgres({
    dataDir: folder.path,
    log: pino({ level: 'silent' }),
    settings: fastSettings,
  });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  const template = new URL(postgres.url);
  template.pathname = `/${templateName}`;
  await migrate({ url: template.href });
  // The tables and queues of jobs take a third of PostgreSQL's work at a first start. Tests with a PostgreSQL of their
  // own, and those of upgrades, start without them.
  const queue = await openQueue({
    url: template.href,
    log: pino({ level: 'silent' }),
    definitions: jobDefinitions,
  });
  await queue.close();
  project.provide('postgresUrl', postgres.url);
  project.provide('templateName', templateName);

  const tearDown = async () => {
    await postgres.stop();
    await folder[Symbol.asyncDispose]();
  };
  endWhenInterrupted(project, tearDown);
  return tearDown;
}
