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
