import { minuteMs } from '#domain/format/durations.ts';
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

/** Undefined for late or repeated events: a second click, or a microphone that ends after the stop. */
export function nextStage(stage: RecorderStage, event: RecorderEvent): RecorderStage | undefined {
  return steps[stage][event];
}

export const isUnderWay = (stage: RecorderStage) => stage === 'recording' || stage === 'paused';

/** The recorded time without pauses. Times are of a monotonic clock. */
type RecordingClock = { beforeMs: number; runningSinceMs: number | undefined };

export const stoppedClock: RecordingClock = { beforeMs: 0, runningSinceMs: undefined };

export const elapsedMs = ({ beforeMs, runningSinceMs }: RecordingClock, nowMs: number) =>
  beforeMs + (runningSinceMs === undefined ? 0 : Math.max(0, nowMs - runningSinceMs));

export const runClock = (clock: RecordingClock, nowMs: number): RecordingClock =>
  clock.runningSinceMs === undefined ? { ...clock, runningSinceMs: nowMs } : clock;

export const pauseClock = (clock: RecordingClock, nowMs: number): RecordingClock => ({
  beforeMs: elapsedMs(clock, nowMs),
  runningSinceMs: undefined,
});

/** Browsers throttle timers of background pages to one per second, so stop that much before the plan's limit. */
const wakingMs = 1_000;
const noticeMs = minuteMs;

/** A recording with a limit of a minute or less gets no warning, which would show all the time. */
export function limitState(recordedMs: number, maxSeconds: number): 'far' | 'near' | 'reached' {
  const leftMs = maxSeconds * 1_000 - recordedMs;
  if (leftMs <= wakingMs) return 'reached';
  return leftMs <= noticeMs && maxSeconds * 1_000 > noticeMs ? 'near' : 'far';
}

export type RecordingView = {
  stage: RecorderStage;
  clock: RecordingClock;
  refusal: MicrophoneRefusal | undefined;
  microphones: readonly MicrophoneChoice[];
  microphoneId: string | undefined;
  isSilent: boolean;
  isNearLimit: boolean;
  /** The remaining time for lack of storage; undefined while there is enough. */
  scarceSeconds: number | undefined;
  /** False if browser storage is unavailable: the recording then lasts only as long as the page. */
  isStored: boolean;
  /** The recording ended without any sound data. */
  isEmpty: boolean;
};

export const idleView: RecordingView = {
  stage: 'idle',
  clock: stoppedClock,
  refusal: undefined,
  microphones: [],
  microphoneId: undefined,
  isSilent: false,
  isNearLimit: false,
  scarceSeconds: undefined,
  isStored: true,
  isEmpty: false,
};
