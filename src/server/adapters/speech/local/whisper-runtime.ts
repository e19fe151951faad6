import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  addNativeLogListener,
  initParakeet,
  initWhisper,
  loadWhisperModule,
  toggleNativeLog,
} from '@fugood/whisper.node';
import type { SpeechVariant } from '#server/config/speech.ts';
import { decodeWithParakeet, decodeWithWhisper, type RunCall, trackNativeErrors } from './decode.ts';
import type { ChunkRequest, EngineLoad, LoadedEngine } from './engine-child.ts';
import type { NativeCall } from './whisper-node.d.ts';

/**
 * The overrides of package.json install the plain build under the names of the graphics builds. The library would load
 * it without a word, and the card would rest.
 */
async function requireBuild(variant: SpeechVariant) {
  if (variant === 'default') return;
  const name = `@fugood/node-whisper-${process.platform}-${process.arch}-${variant}`;
  try {
    const text = await readFile(new URL(import.meta.resolve(`${name}/package.json`)), 'utf8');
    if ((JSON.parse(text) as { name: string }).name === name) return;
  } catch {}
  throw new Error(
    `SPEECH_VARIANT=${variant} needs ${name}, which is not installed: remove its override from package.json and run npm install`,
  );
}

type WhisperLoad = Extract<EngineLoad, { model: 'parakeet' | 'whisper' }>;

/** The library's log arrives slightly after the event. */
const logDelayMs = 50;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export async function loadWhisperModel({
  model,
  path,
  threads,
  variant,
}: WhisperLoad): Promise<LoadedEngine> {
  const errors = trackNativeErrors();
  const load = async () => {
    await requireBuild(variant);
    await loadWhisperModule(variant);
    addNativeLogListener((level, text) => {
      if (level === 'error') errors.hear(text);
    });
    await toggleNativeLog(true);
    const file = { filePath: path, useGpu: true };
    if (model === 'parakeet') {
      const context = await initParakeet(file, variant);
      return (request: ChunkRequest, run: RunCall) => decodeWithParakeet(context, request, { run, threads });
    }
    const context = await initWhisper(file, variant);
    return (request: ChunkRequest, run: RunCall) => decodeWithWhisper(context, request, { run, threads });
  };
  const decode = await load().catch(async (error: unknown) => {
    await delay(logDelayMs);
    throw new Error([reasonOf(error), ...errors.list()].join('; '));
  });
  return {
    decode(request) {
      errors.forget();
      let isStopped = false;
      let call: NativeCall | undefined;
      const run: RunCall = async (begin) => {
        if (isStopped) return undefined;
        call = begin();
        const result = await errors.orAnswer(call.promise);
        return isStopped || result.isAborted ? undefined : result;
      };
      return {
        speech: decode(request, run),
        stop() {
          isStopped = true;
          void call?.stop();
        },
      };
    },
  };
}
