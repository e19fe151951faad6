import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SpeechVariant } from '#server/config/speech.ts';

/** The package with the native file of whisper.cpp for this machine. */
export type NativeBuild = Readonly<{ file: string; version: string }>;

/**
 * The overrides of package.json install the plain build under the names of the graphics builds. The library would load
 * it without a word, and the card would rest.
 */
export async function findNativeBuild(variant: SpeechVariant): Promise<NativeBuild | undefined> {
  const suffix = variant === 'default' ? '' : `-${variant}`;
  const name = `@fugood/node-whisper-${process.platform}-${process.arch}${suffix}`;
  try {
    const text = await readFile(new URL(import.meta.resolve(`${name}/package.json`)), 'utf8');
    const found = JSON.parse(text) as { name: string; version: string };
    if (found.name === name)
      return { file: fileURLToPath(import.meta.resolve(name)), version: found.version };
  } catch {}
  if (variant === 'default') return undefined;
  throw new Error(
    `SPEECH_VARIANT=${variant} needs ${name}, which is not installed: remove its override from package.json and run npm install`,
  );
}
