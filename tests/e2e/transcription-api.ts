import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Transcription } from '#contract/transcription.ts';
import { ffmpegIn, writeTones } from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { readJob, sendFile } from '#tests/upload-recording.ts';
import { expect } from './fixtures.ts';

type Product = { url: string };

export async function tokenOf(page: Page): Promise<string> {
  const { token } = await (await page.request.get('/api/auth/token')).json();
  return token;
}

/** Makes three tones at known times within five seconds. */
export async function tones(name: 'tones.mp3' | 'tones.mp4' = 'tones.mp3'): Promise<Buffer> {
  await using folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  const film = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=5', '-i', 'tones.wav'];
  if (name === 'tones.mp4')
    await ffmpegIn(folder.path, ...film, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', name);
  else await ffmpegIn(folder.path, '-i', 'tones.wav', '-c:a', 'libmp3lame', name);
  return readFile(`${folder.path}/${name}`);
}

type Sending = { page: Page; product: Product; bytes: Buffer; name?: string };

/** Sends a file as the upload screen does, and returns its job id. */
export async function sendOne({ page, product, bytes, name = 'aula.mp3' }: Sending): Promise<string> {
  const answer = await sendFile(product, await tokenOf(page), bytes, name);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { jobId: string }).jobId;
}

/** Sends a file and waits for its text. */
export async function sendAndWait(sending: Sending): Promise<string> {
  const id = await sendOne(sending);
  const token = await tokenOf(sending.page);
  await expect
    .poll(async () => (await readJob(sending.product, token, id)).status, { timeout: 30_000 })
    .toBe('completed');
  return id;
}

/** Changes the server's answer, to simulate a failed engine or a long recording. */
export async function showAs(
  page: Page,
  id: string,
  change: (job: Transcription) => Partial<Transcription> | undefined,
) {
  await page.context().route(`**/api/transcribe/${id}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const answer = await route.fetch();
    const job = (await answer.json()) as Transcription;
    await route.fulfill({ response: answer, json: { ...job, ...change(job) } });
  });
}

/** Opens a menu of the transcription's header, and chooses an entry. */
export async function choose(page: Page, menu: 'Baixar' | 'Mais opções', entry: string) {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
