import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TranscriptExportSchema } from '#contract/transcript.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';

/** The whole product with remote engines whose words lack times, or come in pieces. */

const run = promisify(execFile);
const example = new URL('../../features/example/recording/', import.meta.url);
const lengthSeconds = 24.5;

let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
});
afterAll(() => engine.close());

/** The start of the example: six sentences whose words have known times. */
async function knownSpeech() {
  const file = fileURLToPath(new URL('listen.mp3', example));
  const args = ['-v', 'error', '-i', file, '-t', String(lengthSeconds), '-f', 'mp3', '-'];
  const { stdout: bytes } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 10_000_000 });
  const { segments } = JSON.parse(await readFile(new URL('spoken.json', example), 'utf8')) as {
    segments: { end_ms: number; text: string; words: { start_ms: number }[] }[];
  };
  const said = segments.filter(({ end_ms }) => end_ms < lengthSeconds * 1_000);
  return {
    bytes,
    text: said.map(({ text }) => text).join(' '),
    startsMs: said.flatMap(({ words }) => words.map(({ start_ms }) => start_ms)),
  };
}

async function transcribe(product: TestProduct, user: TestUser, bytes: Uint8Array) {
  const id = await uploadRecording(product, user.token, bytes);
  return vi.waitFor(
    async () => {
      const job = await readJob(product, user.token, id);
      expect(job.status).toBe('completed');
      return { id, segments: job.segments };
    },
    { timeout: 60_000, interval: 50 },
  );
}

test('the words of a server like that of whisper.cpp keep their probability as confidence', async () => {
  await using product = await startTestProduct(engine.environment);
  const user = await signedInUser(product);
  engine.answerWith(() => ({
    text: ' Coração bom.',
    tokens: [
      [' Cora', 0.5, 0.9, 0.8],
      ['ção', 0.9, 1.4, 0.5],
      [' bom', 1.6, 2, 1.2],
      ['.', 2, 2.1, 0.9],
    ],
  }));
  const { segments } = await transcribe(product, user, (await knownSpeech()).bytes);
  expect(segments.map(({ text }) => text)).toEqual(['Coração bom.']);
  expect(segments[0]?.words).toEqual([
    { text: 'Coração', start_ms: 500, end_ms: 1_400, confidence: 0.5 },
    { text: 'bom.', start_ms: 1_600, end_ms: 2_100, confidence: 1 },
  ]);
});

test('a text without times gets words at the voice, marked as estimated and without doubts', async () => {
  await using product = await startTestProduct({
    ...engine.environment,
    SPEECH_MODEL: 'openai:gpt-4o-transcribe',
  });
  const user = await signedInUser(product);
  const { userId, account } = user;
  const plan = { plan: 'basic-monthly' };
  await product.deps.db
    .insert(profiles)
    .values({ id: userId, name: 'Paula', email: account.email, ...plan })
    .onConflictDoUpdate({ target: profiles.id, set: plan });
  const { bytes, text, startsMs } = await knownSpeech();
  engine.answerWith(() => ({ raw: JSON.stringify({ text }) }));
  const { id, segments } = await transcribe(product, user, bytes);
  expect(segments.map((segment) => segment.text).join(' ')).toBe(text);
  expect(segments.length).toBeGreaterThan(4);
  expect(segments.every(({ estimated, confidence }) => estimated && confidence === undefined)).toBe(true);
  const words = segments.flatMap((segment) => segment.words ?? []);
  expect(words).toHaveLength(startsMs.length);
  expect(words.every(({ confidence }) => confidence === undefined)).toBe(true);
  const errors = words
    .map(({ start_ms }, at) => Math.abs(start_ms - (startsMs[at] ?? 0)))
    .sort((a, b) => a - b);
  expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(300);
  expect(errors.at(-1)).toBeLessThan(1_500);

  const exported = await (await user.call(`/transcribe/${id}/json`)).json();
  const json = TranscriptExportSchema.strict().safeParse(exported).data;
  expect(json?.segments.every(({ estimated, words: each }) => estimated && each !== undefined)).toBe(true);
  expect(product.logged()).not.toContain('voice activity is not available');
});
