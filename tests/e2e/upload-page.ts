import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ffmpegIn, picture } from '#tests/media/make-media.ts';
import { recordingOf } from '#tests/recordings.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

export const address = '/dashboard/novo-arquivo';

type Chosen = { name: string; buffer: Buffer; mimeType?: string };

export const picker = (page: Page) => page.getByLabel(/^Escolher (mais )?arquivos$/);
export const submit = (page: Page) => page.getByRole('button', { name: 'Enviar e transcrever' });
export const chosen = (page: Page) =>
  page.getByRole('list', { name: 'Arquivos escolhidos' }).getByRole('listitem');
export const sending = (page: Page) => page.getByRole('list', { name: 'Envios' }).getByRole('listitem');
export const tray = (page: Page) => page.getByRole('region', { name: 'Envios em andamento' });
export const detail = /\/dashboard\/transcricoes\/[0-9a-f-]{36}$/;

export const choose = (page: Page, ...files: Chosen[]) =>
  picker(page).setInputFiles(files.map((file) => ({ mimeType: 'audio/mpeg', ...file })));

/** Makes a recording with three seconds of sound, and pads it so that its upload takes long. */
export async function heavy(bytes: number) {
  const sound = await recordingOf(3);
  return Buffer.concat([sound, Buffer.alloc(bytes - sound.length)]);
}

const withSound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4', '-c:a', 'aac'];

/** Makes a film whose picture has a high bit rate, so that an upload without the picture is much smaller. */
export async function filmOf({ sound = true, rate = '300k' } = {}) {
  await using folder = await temporaryFolder({ fast: true });
  const noise = ['-vf', 'noise=alls=80:allf=t', '-c:v', 'libx264', '-b:v', rate];
  await ffmpegIn(folder.path, ...picture(4), ...(sound ? withSound : []), ...noise, 'film.mp4');
  return readFile(join(folder.path, 'film.mp4'));
}
