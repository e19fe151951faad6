import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ErrorBody } from '#contract/errors.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { sendForm } from '#tests/helpers/upload-recording.ts';
import { decodedSeconds } from '#tests/media/decoded-sound.ts';
import { ffmpegProcesses } from '#tests/media/ffmpeg-processes.ts';
import { formatNames, makeFormats, writeTones } from '#tests/media/make-media.ts';
import { mutate, randomFrom } from '#tests/media/mutate.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const mutants = isLong ? 300 : 12;
/** Other seeds than in the test without a server. */
const firstSeed = 10_000;
const concurrency = 4;
/** The time limit for a recording of five seconds, with parallel requests. */
const maxAnswerMs = 20_000;
const refusals = ['file_empty', 'format_invalid', 'file_unreadable', 'audio_missing', 'file_too_long'];

/** One second of rounding plus half a second of codec delay. */
const chargeToleranceSeconds = 1.5;

type Counted = { status: string; usage_state: string; files: number; seconds: number };
type Charged = { seed: string; sound: string; dropped: boolean; seconds: number };

test(`the server refuses, transcribes or fails each of ${mutants} damaged files, and charges only transcribed sound`, {
  timeout: isLong ? 900_000 : 180_000,
}, async () => {
  await using folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  const names = formatNames.slice(0, mutants);
  const paths = await makeFormats(folder.path, names);
  const originals = await Promise.all(paths.map((path) => readFile(path)));
  await using engine = await startScriptedSpeechServer();
  await using product = await startTestProduct({ ...engine.environment, TRUSTED_PROXIES: 'loopback' });
  // More than one, because the limit is 200 per user and hour.
  const people = await Promise.all([signedInUser(product), signedInUser(product)]);

  const answers: { seed: number; status: number; code: string | undefined; tookMs: number }[] = [];
  const bytesOf = new Map<string, number>();
  let next = 0;
  const lane = async () => {
    while (next < mutants) {
      const seed = firstSeed + next;
      next += 1;
      const original = originals[seed % originals.length] as Buffer;
      const { token } = people[seed % people.length] as (typeof people)[number];
      const began = performance.now();
      const name = names[seed % names.length] ?? '';
      const [title, bytes] = [`${name} ${seed}`, mutate(original, randomFrom(seed))];
      bytesOf.set(title, bytes.length);
      const answer = await sendForm(product, token, [
        { field: 'title', value: title },
        { field: 'file', name, bytes },
      ]);
      const { code } = (await answer.json()) as Partial<ErrorBody>;
      answers.push({ seed, status: answer.status, code, tookMs: performance.now() - began });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const taken = answers.filter(({ status }) => status === 201);
  const strange = answers.filter(({ status, code }) => status !== 201 && !refusals.includes(code ?? ''));
  expect(strange).toEqual([]);
  expect(answers.filter(({ tookMs }) => tookMs > maxAnswerMs)).toEqual([]);
  // If the server refused all files or none, the damage would test nothing.
  expect(taken.length).toBeGreaterThan(mutants / 10);
  expect(taken.length).toBeLessThan(mutants);

  const unfinished = async () =>
    (
      await product.deps.db.execute(
        sql`select file_name, status, reason from transcriptions where status in ('pending', 'processing')`,
      )
    ).rows;
  await expect.poll(unfinished, { timeout: isLong ? 600_000 : 120_000, interval: 500 }).toEqual([]);
  const { rows } = await product.deps.db.execute<Counted>(sql`
    select status, usage_state, count(*)::int as files, sum(usage_seconds)::int as seconds
    from transcriptions group by status, usage_state order by status`);
  for (const { status, usage_state } of rows)
    expect(['completed settled', 'error returned']).toContain(`${status} ${usage_state}`);
  expect(rows.reduce((sum, { files }) => sum + files, 0)).toBe(taken.length);
  const wrong: string[] = [];
  const { rows: charged } = await product.deps.db.execute<Charged>(sql`
    select title as seed, coalesce(original_key, audio_key) as sound, original_key is null as dropped,
      usage_seconds as seconds from transcriptions
    where status = 'completed'`);
  // The server keeps only the playable file of an original that damage made far larger than its sound.
  for (const { seed, sound, dropped, seconds } of charged) {
    if (dropped) expect(bytesOf.get(seed), seed).toBeGreaterThan(1_000_000);
    const heard = await product.deps.storage.withLocalFile(sound, decodedSeconds);
    if (Math.abs(seconds - heard) > chargeToleranceSeconds)
      wrong.push(`${seed}: ${heard} s, charged ${seconds} s`);
  }
  expect(wrong).toEqual([]);

  const { rows: used } = await product.deps.db.execute<{ reserved: number; settled: number }>(
    sql`select sum(reserved_seconds)::int as reserved, sum(settled_seconds)::int as settled from usage_months`,
  );
  expect(used[0]).toEqual({
    reserved: 0,
    settled: rows.find(({ status }) => status === 'completed')?.seconds,
  });
  expect((await product.deps.db.execute(sql`select 1 from uploads where used_at is null`)).rowCount).toBe(0);
  expect(await ffmpegProcesses()).toEqual([]);
  expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
});
