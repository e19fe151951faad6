import type { MicrophoneRefusal } from './microphone-refusal.ts';
import type { MicrophoneChoice } from './open-microphone.ts';
import type { RecorderStage } from './recorder-stage.ts';
import { type RecordingClock, stoppedClock } from './recording-clock.ts';

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
