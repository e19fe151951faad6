import { setTimeout as delay } from 'node:timers/promises';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { soundOfTones } from '#tests/media/tones.ts';
import { readJob, sendFile } from './upload-recording.ts';

type Product = { url: string };

const rateHz = 16_000;
const keyMs = 200;
const segmentMs = 3_000;
/** Makes four keys per segment with pauses between them. The sandbox transcribes each segment with timed words. */
export function recordingOfSegments(count: number): Uint8Array {
  const tones = Array.from({ length: count * 4 }, (_, at) => {
    const startMs = Math.floor(at / 4) * segmentMs + 200 + (at % 4) * 350;
    return { key: String((at * 7) % 10), startMs, endMs: startMs + keyMs };
  });
  return encodeWav(soundOfTones({ tones, totalMs: count * segmentMs, rateHz }));
}

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

/** Transcribes a recording in the product, then corrects it to these sentences. */
export async function hearSentences(product: Product, token: string, sentences: readonly string[]) {
  const sent = await sendFile(product, token, recordingOfSegments(sentences.length), 'aula.wav');
  const { jobId } = (await sent.json()) as { jobId: string };
  while ((await readJob(product, token, jobId)).status !== 'completed') await delay(200);
  const { segments } = await readJob(product, token, jobId);
  const changes = segments.map(({ id }, at) => ({ id, text: sentences[at] ?? '' }));
  await fetch(`${product.url}/api/transcribe/${jobId}/text`, {
    method: 'PATCH',
    headers: headersOf(token),
    body: JSON.stringify({ revision: 1, changes }),
  });
  return { jobId, token, read: () => readJob(product, token, jobId) };
}

/** Makes the summary of a recording, with its moments. */
export async function summarise({ url }: Product, token: string, jobId: string) {
  const answer = await fetch(`${url}/api/summary/generate`, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify({ jobId, transcriptedText: '', customPrompt: 'Resuma em tópicos.' }),
  });
  if (!answer.ok) throw new Error(`no summary: ${answer.status} ${await answer.text()}`);
}
