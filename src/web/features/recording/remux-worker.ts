import { type Rewrapped, rewrapSound } from './remux-sound.ts';

export type RewrapAnswer = { rewrapped: Rewrapped | undefined };

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  try {
    self.postMessage({ rewrapped: await rewrapSound(data) } satisfies RewrapAnswer);
  } catch {
    self.postMessage({ rewrapped: undefined } satisfies RewrapAnswer);
  }
};
