import { type Remuxed, remuxSound } from './remux-sound.ts';

export type RemuxAnswer = { rewrapped: Remuxed | undefined };

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  try {
    self.postMessage({ rewrapped: await remuxSound(data) } satisfies RemuxAnswer);
  } catch {
    self.postMessage({ rewrapped: undefined } satisfies RemuxAnswer);
  }
};
