import { setTimeout as delay } from 'node:timers/promises';
import {
  addNativeLogListener,
  initParakeet,
  initWhisper,
  loadWhisperModule,
  toggleNativeLog,
} from '@fugood/whisper.node';
import { decodeWithParakeet, decodeWithWhisper, type RunCall, trackNativeErrors } from './decode.ts';
import type { ChunkRequest, EngineLoad, LoadedEngine } from './engine-child.ts';
import { findNativeBuild, type NativeBuild } from './native-build.ts';
import { type WhisperLayout, whisperLayout } from './whisper-layout.ts';
import type { NativeCall } from './whisper-node.d.ts';

type WhisperLoad = Extract<EngineLoad, { model: 'parakeet' | 'whisper' }>;

/** The library's log arrives slightly after the event. */
const logDelayMs = 50;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The library of this build, or why Escriba cannot call it. */
async function openLibrary(build: NativeBuild | undefined, layout: WhisperLayout) {
  try {
    if (build === undefined) throw new Error('the package of this machine is not installed');
    const { openWhisperLibrary } = await import('./whisper-library.ts');
    return { library: openWhisperLibrary(build, layout) };
  } catch (error) {
    return { fault: `the words of Whisper get no confidence: ${reasonOf(error)}` };
  }
}

export async function loadWhisperModel(
  { model, path, threads, variant }: WhisperLoad,
  layout = whisperLayout,
): Promise<LoadedEngine> {
  const errors = trackNativeErrors();
  let fault: string | undefined;
  const load = async () => {
    const build = await findNativeBuild(variant);
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
    const opened = await openLibrary(build, layout);
    fault = opened.fault;
    const context = await (opened.library?.load(path) ?? initWhisper(file, variant));
    return (request: ChunkRequest, run: RunCall) => decodeWithWhisper(context, request, { run, threads });
  };
  const decode = await load().catch(async (error: unknown) => {
    await delay(logDelayMs);
    throw new Error([reasonOf(error), ...errors.list()].join('; '));
  });
  return {
    ...(fault === undefined ? {} : { fault }),
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
