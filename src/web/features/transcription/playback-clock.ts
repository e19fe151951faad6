// What plays, as seen by those who follow it: the transcript's text reads the moment each frame
// without making the page render again.
export type PlayClock = {
  subscribe: (listener: () => void) => () => void;
  currentMs: () => number;
  isPlaying: () => boolean;
};
