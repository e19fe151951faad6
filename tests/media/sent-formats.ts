import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { amrFile } from './hand-made.ts';
import { type FormatName, makeFormats, threeTones, writeTones } from './make-media.ts';

/** The names under which people send the formats that the browser once refused. */
const encoded: readonly (readonly [name: string, format: FormatName])[] = [
  ['PTT-20260131-WA0007.opus', 'tones.opus'],
  ['gravador.aac', 'tones.aac'],
  ['navegador.webm', 'tones.webm'],
  ['telefone.3gp', 'tones.3gp'],
  ['windows.wma', 'tones.wma'],
  ['estúdio.aiff', 'tones.aiff'],
  ['apple.caf', 'tones.caf'],
  ['livro.m4b', 'tones.m4b'],
  ['rádio.mpga', 'tones.mpga'],
  ['dvd.mpeg', 'tones.mpg'],
  ['televisão.ts', 'sound.ts'],
  ['CÂMERA..MTS', 'tones.ts'],
  ['windows.wmv', 'tones.wmv'],
  ['livre.oga', 'tones.oga'],
  ['matroska.mka', 'tones.mka'],
  ['sem extensão', 'tones.aac'],
  ['🎧 errada.txt.mp3', 'tones.wma'],
];
const heard = threeTones.map(({ key }) => key).join(' ');

/** A file and its text. The text of noise is unknown. */
export type SentFormat = Readonly<{ name: string; path: string; text: string | undefined }>;

/** Writes a file of each format into the folder. All last as long as the three tones. */
export async function writeSentFormats(folder: string): Promise<SentFormat[]> {
  await writeTones(folder);
  const formats = [...new Set(encoded.map(([, format]) => format))];
  const paths = await makeFormats(folder, formats);
  const files: SentFormat[] = [];
  for (const [name, format] of encoded) {
    const path = join(folder, name);
    await copyFile(paths[formats.indexOf(format)] ?? '', path);
    files.push({ name, path, text: heard });
  }
  // ffmpeg cannot encode AMR. This file has the right frames, but its sound is noise.
  const name = 'telefone.amr';
  await writeFile(join(folder, name), amrFile([{ frames: 250, sound: 'speech' }]));
  return [...files, { name, path: join(folder, name), text: undefined }];
}
