import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { listenForNotifications } from './notifications.ts';

test('the listener receives notifications from another connection, even after a reconnect', async () => {
  await using database = await createTestDatabase();
  const heard: string[] = [];
  const warnings: unknown[] = [];
  const log = { warn: (about: unknown) => void warnings.push(about) };
  const line = await listenForNotifications({
    url: database.url,
    channels: ['canal', 'outro'],
    log: log as never,
    onNotification: (word) => heard.push(word),
  });
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("select pg_notify('canal', 'um')");
  await expect.poll(() => heard).toEqual(['um']);

  await other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'escriba-listen' and datname = current_database()",
  );
  // After a reconnect the listener reports that notifications may have been lost.
  await expect.poll(() => heard).toEqual(['um', '']);
  await other.query("select pg_notify('canal', 'dois')");
  await other.query("select pg_notify('outro', 'três')");
  await expect.poll(() => heard).toEqual(['um', '', 'dois', 'três']);
  await line.close();
  await other.end();
});
