import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import type { Transcription } from '#contract/transcription.ts';
import {
  type FormatName,
  makeFormat,
  threeTones,
  threeTonesMs,
  writeTones,
} from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { expect, test } from '../fixtures/fixtures.ts';

const sounds = ['tones.mp3', 'tones.wav', 'tones.m4a', 'tones.flac', 'tones.ogg'] as const;
const films = ['tones.mp4', 'tones.mov', 'tones.avi', 'tones.mkv', 'tones.flv'] as const;
const wholeFilm = 'Enviar o vídeo inteiro, para assistir junto do texto';
const toleranceSeconds = 0.1;

/** Sends the files from the upload page in one selection, and returns the transcription of each. */
async function sendAll(page: Page, names: readonly FormatName[], { whole }: { whole: boolean }) {
  await using folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  const files = await Promise.all(names.map((name) => makeFormat(folder.path, name)));
  await page.goto('/dashboard/novo-arquivo');
  await page.getByLabel('Escolher arquivos').setInputFiles(files);
  await expect(page.getByRole('list', { name: 'Arquivos escolhidos' }).getByRole('listitem')).toHaveCount(
    names.length,
  );
  await page.getByLabel(wholeFilm).setChecked(whole);
  await page.getByRole('button', { name: 'Enviar e transcrever' }).click();
  const rows = page.getByRole('list', { name: 'Envios', exact: true }).getByRole('listitem');
  // Await here, because the browser reads the files while it sends them.
  return await Promise.all(
    files.map(async (file) => {
      const link = rows.filter({ hasText: basename(file) }).getByRole('link', { name: /^Abrir / });
      await expect(link).toBeVisible({ timeout: 60_000 });
      const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
      return { name: basename(file), id };
    }),
  );
}

async function tokenOf(page: Page): Promise<string> {
  const { token } = await (await page.request.get('/api/auth/token')).json();
  return token;
}

async function finished(page: Page, token: string, id: string): Promise<Transcription> {
  let job: Transcription | undefined;
  const status = async () => {
    const answer = await page.request.get(`/api/transcribe/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    job = (await answer.json()) as Transcription;
    return job.status;
  };
  await expect.poll(status, { timeout: 60_000 }).toBe('completed');
  return job as Transcription;
}

/** Expects each key at its time in the file. */
function expectTones(name: string, job: Transcription) {
  expect(job.text?.replace(/\s+/g, ' ').trim(), name).toBe(threeTones.map(({ key }) => key).join(' '));
  expect(job.segments, name).toHaveLength(threeTones.length);
  for (const [index, { key, startMs, endMs }] of threeTones.entries()) {
    const segment = job.segments[index];
    expect(segment?.text, name).toBe(key);
    expect(Math.abs((segment?.start_ms ?? 0) - startMs), `${name} begin of ${key}`).toBeLessThanOrEqual(
      toleranceSeconds * 1_000,
    );
    expect(Math.abs((segment?.end_ms ?? 0) - endMs), `${name} end of ${key}`).toBeLessThanOrEqual(
      toleranceSeconds * 1_000,
    );
  }
  expect(Math.abs(job.audio_duration - threeTonesMs / 1_000), name).toBeLessThanOrEqual(toleranceSeconds);
}

test('the product transcribes ten formats, with each tone at its time', async ({ signedIn: page }) => {
  test.setTimeout(120_000);
  const sent = await sendAll(page, [...sounds, ...films], { whole: true });
  const token = await tokenOf(page);
  await Promise.all(
    sent.map(async ({ name, id }) => {
      const job = await finished(page, token, id);
      expect(job.file_name).toBe(name);
      expect(job.has_video, name).toBe((films as readonly string[]).includes(name));
      expectTones(name, job);
    }),
  );
});

test('the page sends only the sound of films, without changing its times', async ({ signedIn: page }) => {
  test.setTimeout(120_000);
  const sent = await sendAll(page, films, { whole: false });
  const token = await tokenOf(page);
  await Promise.all(sent.map(async ({ name, id }) => expectTones(name, await finished(page, token, id))));
});
