import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contactMessage } from '#tests/helpers/factories.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { signedInUser, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { queryRows, startTestPostgres } from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createEmptyDatabase, createTestDatabase } from '#tests/setup/test-database.ts';

const run = promisify(execFile);

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
const command = (name: string, file: string, environment: NodeJS.ProcessEnv) =>
  run('bash', [`script/${name}`, file], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'test', ...environment },
  });

/** Returns the number of rows of each table and a hash of its content. */
async function contentOf(url: string) {
  const tables = await queryRows<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await queryRows<{ content: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as content from ${name} t`,
    );
    content[name] = row?.content ?? '';
  }
  return content;
}
const hashOf = async (file: Promise<Buffer>) =>
  createHash('sha256')
    .update(await file)
    .digest('hex');

test('script/backup and script/restore copy all rows of the embedded database to a server, and users can sign in', async () => {
  await using folder = await temporaryFolder({ fast: true });
  await using moved = await temporaryFolder();
  await using empty = await createEmptyDatabase();
  const embedded = await startTestPostgres(folder.path);
  const secret = { SESSION_SECRET: 's'.repeat(40) };
  const file = join(moved.path, 'backup.gz');
  const { account, id, text } = await (async () => {
    const at = { ...secret, DATABASE_URL: embedded.url, DATA_DIR: folder.path };
    await using product = await startTestProduct(at);
    const ana = await signedInUser(product, { name: 'Água & "Órgão" \\ 😀' });
    const done = await uploadRecording(product, ana.token, await recordingOf(5));
    await expect.poll(async () => (await readJob(product, ana.token, done)).status).toBe('completed');
    const job = await readJob(product, ana.token, done);
    // Back up while the product runs.
    await command('backup', file, { DATA_DIR: folder.path });
    return { account: ana.account, id: done, text: job.text };
  })();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const before = await contentOf(embedded.url);
  expect(before.transcripts).toMatch(/^1 /);
  expect(before.transcript_words).toMatch(/^1 /);

  const target = { DATABASE_URL: empty.url, DATA_DIR: moved.path };
  await command('restore', file, target);
  const after = await contentOf(empty.url);
  expect(after).toEqual(before);
  // The restore must not count rows twice, although the triggers of the tables count inserts.
  const tally = await queryRows(
    empty.url,
    'select sum(total)::int as total, sum(completed)::int as completed from transcription_tallies',
  );
  expect(tally).toEqual([{ total: 1, completed: 1 }]);

  await cp(join(folder.path, 'files'), join(moved.path, 'files'), { recursive: true });
  await using again = await startTestProduct({ ...secret, ...target });
  const back = await signInAgain(again, account);
  const job = await readJob(again, back.token, id);
  expect(job).toMatchObject({ status: 'completed', text });
  const keys = await queryRows<{ key: string }>(empty.url, 'select original_key as key from transcriptions');
  const path = join('files', keys[0]?.key ?? '');
  expect(await hashOf(readFile(join(moved.path, path)))).toBe(
    await hashOf(readFile(join(folder.path, path))),
  );
  await embedded.stop();
}, 90_000);

test('in production the commands need only the address of the database, and script/restore names a cut file', async () => {
  await using folder = await temporaryFolder({ fast: true });
  await using full = await createTestDatabase();
  await using empty = await createEmptyDatabase();
  const file = join(folder.path, 'backup.gz');
  // No SESSION_SECRET, PUBLIC_URL or SMTP_URL, and a fault in a variable that neither command reads.
  const production = { NODE_ENV: 'production', DATA_DIR: folder.path, PORT: 'abc' };
  const source = { ...production, DATABASE_URL: full.url };
  // Also creates the tables of the queue.
  await run('bash', ['script/jobs'], { env: { PATH, HOME, NODE_COMPILE_CACHE, ...source } });
  await command('backup', file, source);
  await expect(command('backup', file, production)).rejects.toThrow(
    /DATABASE_URL: is required in production/,
  );

  const target = { ...production, DATABASE_URL: empty.url };
  const whole = await readFile(file);
  const refusals: readonly [string, Buffer, RegExp][] = [
    ['cut.gz', whole.subarray(0, -100), /cut\.gz is truncated/],
    ['empty.gz', Buffer.alloc(0), /empty\.gz is truncated/],
    [
      'damaged.gz',
      Buffer.concat([whole.subarray(0, 200), Buffer.alloc(300, 255), whole.subarray(500)]),
      /damaged\.gz is damaged/,
    ],
    ['song.gz', Buffer.from('no backup at all'), /song\.gz is damaged, or no backup/],
  ];
  for (const [name, content, refusal] of refusals) {
    const bad = join(folder.path, name);
    await writeFile(bad, content);
    await expect(command('restore', bad, target), name).rejects.toThrow(refusal);
  }
  await command('restore', file, target);
  expect(await contentOf(empty.url)).toEqual(await contentOf(full.url));
});

// This test is slow, because it runs six commands in sequence.
longTest(
  'script/restore restores queued jobs, and refuses damaged files, other versions and databases in use',
  async () => {
    await using folder = await temporaryFolder();
    await using empty = await createEmptyDatabase();
    const file = join(folder.path, 'backup.gz');
    const secret = { SESSION_SECRET: 's'.repeat(40), SUPPORT_EMAIL: 'ajuda@escriba.example' };
    await using product = await startTestProduct({ ...secret, ROLES: 'web' });
    const sent = await fetch(`${product.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(contactMessage()),
    });
    expect(sent.status).toBe(201);
    await command('backup', file, { DATABASE_URL: product.config.database.url, DATA_DIR: folder.path });

    const whole = gunzipSync(await readFile(file)).toString();
    const target = { DATABASE_URL: empty.url, DATA_DIR: folder.path };
    const cut = join(folder.path, 'cut.gz');
    await writeFile(cut, gzipSync(whole.split('\n').slice(0, -2).join('\n')));
    await expect(command('restore', cut, target)).rejects.toThrow(/is truncated/);
    expect((await contentOf(empty.url)).contact_messages).toMatch(/^0 /);
    const other = join(folder.path, 'other.gz');
    await writeFile(other, gzipSync(whole.replace('"migrations":[', '"migrations":["x",')));
    await expect(command('restore', other, target)).rejects.toThrow(/another version/);

    await command('restore', file, target);
    await using there = await startTestProduct({ ...secret, ...target });

    await waitForMail(there.mailboxUrl, 'ajuda@escriba.example');
    await signedInUser(there);
    await expect(command('restore', file, target)).rejects.toThrow(/contains accounts/);
  },
  90_000,
);
