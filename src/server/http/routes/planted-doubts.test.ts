import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { orderDoubts } from '#domain/transcript/doubt-order.ts';
import { textFacts } from '#domain/transcript/word-risk.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';

/** An engine with known mistakes, through the whole product: from the upload to the order of the review. */

const run = promisify(execFile);
const listen = fileURLToPath(new URL('../../features/example/recording/listen.mp3', import.meta.url));

let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
});
afterAll(() => engine.close());

/** Each mistake has a sentence of its own, and the engine is surer of it than an underlined word would be. */
const sentences = [
  'Boa tarde a todos os presentes.',
  'O autor é o senhor Anderson covalisque.',
  'Ele veio com o seu advogado.',
  'O acidente foi no dia 30 de março.',
  'O piso estava molhado naquela hora.',
  'A testemunha nunca viu placa alguma.',
  'A sessão termina agora, obrigado.',
];
const confidences: Readonly<Record<string, number>> = { 'covalisque.': 0.9, '30': 0.75, nunca: 0.75 };
const wordSeconds = 0.5;

/** The answer of a server like that of whisper.cpp: one segment for each sentence. */
function hearing(): string {
  let at = 0;
  const segments = sentences.map((sentence, id) => {
    const words = sentence.split(' ').map((word) => {
      const start = 0.5 + at * wordSeconds;
      at += 1;
      return {
        word: ` ${word}`,
        start,
        end: start + wordSeconds - 0.1,
        probability: confidences[word] ?? 0.95,
      };
    });
    return { id, start: words[0]?.start, end: words.at(-1)?.end, text: ` ${sentence}`, words };
  });
  const text = sentences.join(' ');
  return JSON.stringify({ task: 'transcribe', language: 'portuguese', duration: 24.5, text, segments });
}

test('the mistakes of an engine that is sure of them are what the review plays', async () => {
  await using product = await disposableProduct();
  const user = await signedInUser(product);
  const args = ['-v', 'error', '-i', listen, '-t', '24.5', '-f', 'mp3', '-'];
  const { stdout: bytes } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 10_000_000 });
  engine.answerWith(() => ({ raw: hearing() }));
  const id = await uploadRecording(product, user.token, bytes);
  const segments = await vi.waitFor(
    async () => {
      const job = await readJob(product, user.token, id);
      expect(job.status).toBe('completed');
      return job.segments;
    },
    { timeout: 60_000, interval: 50 },
  );
  const answer = await user.call(`/transcribe/${id}/unfamiliar-words`);
  const { words } = (await answer.json()) as { words: string[] };
  expect(words).toEqual(['covalisque']);

  const textOf = (passageId: number) => segments.find((segment) => segment.id === passageId)?.text ?? '';
  const orderWith = (unfamiliar: string[]) =>
    orderDoubts({ segments, facts: textFacts(segments, unfamiliar), level: 'likely' }, () => false).map(
      (doubt) => textOf(doubt.id).slice(doubt.word.start, doubt.word.end),
    );
  expect(new Set(orderWith(words))).toEqual(new Set(['covalisque.', '30', 'nunca']));
  expect(orderWith([])).not.toContain('covalisque.');
});

async function disposableProduct() {
  const product = await startTestProduct(engine.environment);
  return Object.assign(product, { [Symbol.asyncDispose]: product.close });
}
