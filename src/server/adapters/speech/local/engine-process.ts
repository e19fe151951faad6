import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import {
  addNativeLogListener,
  initParakeet,
  initWhisper,
  loadWhisperModule,
  toggleNativeLog,
} from '@fugood/whisper.node';
import {
  decodeWithParakeet,
  decodeWithWhisper,
  type Request,
  type RunCall,
  trackNativeErrors,
} from './decode.ts';
import type { DecodedSpeech, EngineRequest, EngineResponse } from './engine-child.ts';
import type { NativeCall } from './whisper-node.d.ts';

/**
 * Isolates the native library in its own process: a crash or lack of memory here does not affect the server. It
 * transcribes one chunk at a time and dies with its parent.
 */

type Decode = (request: Request, run: RunCall) => Promise<DecodedSpeech | undefined>;

/** The library's log arrives slightly after the event. */
const logDelayMs = 50;

let decode: Decode | undefined;
let running: { id: number; call?: NativeCall; stopped: boolean } | undefined;
const errors = trackNativeErrors();

function send(message: EngineResponse) {
  process.send?.(message);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** This process may use the whole machine, but the server and above all the database come first. */
function lowerPriority() {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {}
}

const run: RunCall = async (begin) => {
  const current = running;
  if (current === undefined || current.stopped) return undefined;
  current.call = begin();
  const result = await errors.orAnswer(current.call.promise);
  return current.stopped || result.isAborted ? undefined : result;
};

async function load({ model, path, threads, variant }: Extract<EngineRequest, { kind: 'load' }>) {
  try {
    await loadWhisperModule(variant);
    addNativeLogListener((level, text) => {
      if (level === 'error') errors.hear(text);
    });
    await toggleNativeLog(true);
    const file = { filePath: path, useGpu: true };
    if (model === 'parakeet') {
      const context = await initParakeet(file, variant);
      decode = (request, runCall) => decodeWithParakeet(context, request, { run: runCall, threads });
    } else {
      const context = await initWhisper(file, variant);
      decode = (request, runCall) => decodeWithWhisper(context, request, { run: runCall, threads });
    }
    send({ kind: 'loaded' });
  } catch (error) {
    await delay(logDelayMs);
    send({ kind: 'not_loaded', reason: [reasonOf(error), ...errors.list()].join('; ') });
  }
}

async function transcribe({ id, ...request }: Extract<EngineRequest, { kind: 'transcribe' }>) {
  running = { id, stopped: false };
  errors.forget();
  try {
    const speech = await decode?.(request, run);
    send(speech === undefined ? { kind: 'stopped', id } : { kind: 'transcribed', id, ...speech });
  } catch (error) {
    send(running.stopped ? { kind: 'stopped', id } : { kind: 'failed', id, reason: reasonOf(error) });
  } finally {
    running = undefined;
  }
}

process.on('message', (message: EngineRequest) => {
  if (message.kind === 'load') void load(message);
  if (message.kind === 'transcribe') void transcribe(message);
  if (message.kind === 'stop' && running?.id === message.id) {
    running.stopped = true;
    void running.call?.stop();
  }
});

// An orderly exit would first finish the current chunk, which no longer has a recipient.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

lowerPriority();
