import type { MicrophoneChoice, MicrophoneRefusal } from './microphone.ts';

export type RecorderStage = 'idle' | 'asking' | 'ready' | 'recording' | 'paused' | 'finishing';

export type RecorderEvent =
  | 'ask'
  | 'allowed'
  | 'refused'
  | 'begin'
  | 'pause'
  | 'go_on'
  | 'stop'
  | 'finished'
  | 'discard';

const steps: Record<RecorderStage, Partial<Record<RecorderEvent, RecorderStage>>> = {
  idle: { ask: 'asking' },
  asking: { allowed: 'ready', refused: 'idle', discard: 'idle' },
  ready: { begin: 'recording', refused: 'idle', discard: 'idle' },
  recording: { pause: 'paused', stop: 'finishing', discard: 'idle' },
  paused: { go_on: 'recording', stop: 'finishing', discard: 'idle' },
  finishing: { finished: 'idle' },
};

/** Undefined where the event comes too late or twice: a second press, a microphone that ends after the stop. */
export function nextStage(stage: RecorderStage, event: RecorderEvent): RecorderStage | undefined {
  return steps[stage][event];
}

export const isUnderWay = (stage: RecorderStage) => stage === 'recording' || stage === 'paused';

/** How long was recorded, without the pauses; the times are of a clock that only goes forward. */
export type RecordingClock = { beforeMs: number; runningSinceMs: number | undefined };

export const stoppedClock: RecordingClock = { beforeMs: 0, runningSinceMs: undefined };

export const elapsedMs = ({ beforeMs, runningSinceMs }: RecordingClock, nowMs: number) =>
  beforeMs + (runningSinceMs === undefined ? 0 : Math.max(0, nowMs - runningSinceMs));

export const runClock = (clock: RecordingClock, nowMs: number): RecordingClock =>
  clock.runningSinceMs === undefined ? { ...clock, runningSinceMs: nowMs } : clock;

export const pauseClock = (clock: RecordingClock, nowMs: number): RecordingClock => ({
  beforeMs: elapsedMs(clock, nowMs),
  runningSinceMs: undefined,
});

/** Pages in the background are woken once a second: a stop to the letter would come too late for the plan. */
const wakingMs = 1_000;
const noticeMs = 60_000;

/** What the limit asks for now. A recording that may last a minute is not told so for all of it. */
export function limitState(recordedMs: number, maxSeconds: number): 'far' | 'near' | 'reached' {
  const leftMs = maxSeconds * 1_000 - recordedMs;
  if (leftMs <= wakingMs) return 'reached';
  return leftMs <= noticeMs && maxSeconds * 1_000 > noticeMs ? 'near' : 'far';
}

/** What the screen knows of the recording that is being made. */
export type RecordingView = {
  stage: RecorderStage;
  clock: RecordingClock;
  refusal: MicrophoneRefusal | undefined;
  microphones: readonly MicrophoneChoice[];
  microphoneId: string | undefined;
  isUnheard: boolean;
  isNearLimit: boolean;
  /** How long it may still go on for want of room; undefined while there is enough. */
  scarceSeconds: number | undefined;
  /** False where the browser lets us keep nothing: the recording then lasts as long as the page. */
  isKept: boolean;
  /** It ended before anything was recorded. */
  isEmpty: boolean;
};

export const idleView: RecordingView = {
  stage: 'idle',
  clock: stoppedClock,
  refusal: undefined,
  microphones: [],
  microphoneId: undefined,
  isUnheard: false,
  isNearLimit: false,
  scarceSeconds: undefined,
  isKept: true,
  isEmpty: false,
};
