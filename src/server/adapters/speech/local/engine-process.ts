import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { EngineLoad, EngineRequest, EngineResponse, LoadedEngine } from './engine-child.ts';

/**
 * Isolates the native library in its own process: a crash or lack of memory here does not affect the server. It
 * transcribes one chunk at a time and dies with its parent.
 */

type SearchRequest = Extract<EngineRequest, { pcm: Int16Array; kind: 'find_voice' | 'find_stretches' }>;

let engine: LoadedEngine | undefined;
let running: { id: number; stopped: boolean; stop: () => void } | undefined;

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

async function open(load: EngineLoad): Promise<LoadedEngine> {
  if (load.model === 'transducer')
    return (await import('./transducer/transducer-runtime.ts')).loadTransducer(load);
  if (load.model === 'voice') {
    const { createVoiceFinder } = await import('./voice-activity/voice-finder.ts');
    return { findVoice: createVoiceFinder(load.voiceModel) };
  }
  if (load.model === 'speakers')
    return (await import('../speakers/speaker-runtime.ts')).loadSpeakerModels(load);
  return (await import('./whisper-runtime.ts')).loadWhisperModel(load);
}

async function load(what: EngineLoad) {
  try {
    engine = await open(what);
    const { fault } = engine;
    send({ kind: 'loaded', ...(fault === undefined ? {} : { fault }) });
  } catch (error) {
    send({ kind: 'not_loaded', reason: reasonOf(error) });
  }
}

async function transcribe({ id, ...request }: Extract<EngineRequest, { kind: 'transcribe' }>) {
  const current = { id, stopped: false, stop: () => {} };
  running = current;
  try {
    const decoding = engine?.decode?.(request);
    current.stop = () => decoding?.stop();
    const speech = await decoding?.speech;
    send(
      speech === undefined || current.stopped
        ? { kind: 'stopped', id }
        : { kind: 'transcribed', id, ...speech },
    );
  } catch (error) {
    send(current.stopped ? { kind: 'stopped', id } : { kind: 'failed', id, reason: reasonOf(error) });
  } finally {
    running = undefined;
    globalThis.gc?.();
  }
}

/** Answers a request that needs no stop: it takes at most seconds. */
function answer(id: number, find: () => EngineResponse) {
  try {
    send(find());
  } catch (error) {
    send({ kind: 'failed', id, reason: reasonOf(error) });
  }
}

function findVoice({ id, pcm }: SearchRequest): EngineResponse {
  if (engine?.findVoice === undefined) throw new Error('this model finds no voice');
  return { kind: 'found_voice', id, spans: engine.findVoice(pcm) };
}

function findStretches({ id, pcm }: SearchRequest): EngineResponse {
  if (engine?.findStretches === undefined) throw new Error('this model tells no speakers apart');
  return { kind: 'found_stretches', id, stretches: engine.findStretches(pcm) };
}

process.on('message', (message: EngineRequest) => {
  if (message.kind === 'load') void load(message.load);
  if (message.kind === 'find_voice') answer(message.id, () => findVoice(message));
  if (message.kind === 'find_stretches') answer(message.id, () => findStretches(message));
  if (message.kind === 'transcribe') void transcribe(message);
  if (message.kind === 'stop' && running?.id === message.id) {
    running.stopped = true;
    running.stop();
  }
});

// An orderly exit would first finish the current chunk, which no longer has a recipient.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

lowerPriority();
