import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { soundOfTones } from '../media/tones.ts';
import { readJob, sendFile } from '../upload-recording.ts';

/**
 * Serves the page of one component, in states that no test recording reaches: speakers, three hours, no
 * connection.
 */
export async function startGallery(page: 'index.html' | 'transcript.html' | 'summary.html') {
  const server = await createServer({
    configFile: 'tests/ui-gallery/vite.config.ts',
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('the gallery has no address');
  return { url: `${url}${page}`, close: () => server.close() };
}

export const startTextGallery = () => startGallery('transcript.html');

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

/** Transcribes a recording in the product, then corrects it to these sentences. */
export async function heardTranscript(page: Page, product: { url: string }, sentences: readonly string[]) {
  const answer = await page.request.get(`${product.url}/api/auth/token`);
  const { token } = (await answer.json()) as { token: string };
  const sent = await sendFile(product, token, recordingOfSegments(sentences.length), 'aula.wav');
  const { jobId } = (await sent.json()) as { jobId: string };
  while ((await readJob(product, token, jobId)).status !== 'completed') await page.waitForTimeout(200);
  const { segments } = await readJob(product, token, jobId);
  const changes = segments.map(({ id }, at) => ({ id, text: sentences[at] ?? '' }));
  await fetch(`${product.url}/api/transcribe/${jobId}/text`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ revision: 1, changes }),
  });
  return { jobId, token, read: () => readJob(product, token, jobId) };
}

/** Matches no module of the gallery's development server, because some lie in a folder named api. */
export const isApiCall = (url: URL) => url.pathname.startsWith('/api/');
