import type { MediaSource } from './api.ts';
import type { Speed } from './player-settings.ts';

// What plays, as seen by those who follow it: the transcript's text reads the moment each frame
// without making the page render again.
export type PlaybackClock = {
  subscribe: (listener: () => void) => () => void;
  currentMs: () => number;
  isPlaying: () => boolean;
};

/** What keeps the sound from playing: it did not come, no device plays it, or the browser cannot decode it. */
export type PlaybackFailure = 'not-loaded' | 'no-output' | 'not-decoded';

export type PlayerState = Readonly<{
  isPlaying: boolean;
  /** It should play, and the sound has not come yet. */
  isWaiting: boolean;
  fault: PlaybackFailure | undefined;
  /** Whole seconds: what is shown changes no more often. */
  seconds: number;
  durationMs: number;
  speed: Speed;
}>;

type PlayerOptions = {
  source: MediaSource;
  /** New addresses for the same recording. */
  renewSource: () => Promise<MediaSource>;
  durationMs: number;
  startMs: number;
  speed: Speed;
};

export type Player = ReturnType<typeof createPlayer>;

/** Sound that breaks off is fetched anew; once more so soon after is told to the person instead. */
const healedAfterMs = 30_000;

const followed = [
  'play',
  'playing',
  'pause',
  'waiting',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'loadedmetadata',
  'canplay',
  'ended',
] as const;

/**
 * Firefox ends the playback with a decoding error when it cannot open a sound device, and names its audio library or
 * its sink in the message, in capitals or not. A source that cannot be read is, for all browsers, also one that did not arrive.
 */
function faultOf(error: MediaError | null | undefined): PlaybackFailure {
  if (error?.code !== MediaError.MEDIA_ERR_DECODE) return 'not-loaded';
  return /CUBEB|MediaSink/i.test(error.message) ? 'no-output' : 'not-decoded';
}

/**
 * Plays one recording through whatever media element the page gives it. The addresses that it plays end after a while:
 * where the element fails it gets a new one and goes on at the same place, as if nothing had been.
 */
export function createPlayer({ source: first, renewSource, durationMs, startMs, speed }: PlayerOptions) {
  let source = first;
  let element: HTMLMediaElement | undefined;
  /** Where it should be: while nothing is loaded the element itself does not know. */
  let targetMs = startMs;
  let wantsToPlay = false;
  let isLoading = true;
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let state: PlayerState = {
    isPlaying: false,
    isWaiting: false,
    fault: undefined,
    seconds: Math.floor(startMs / 1_000),
    durationMs,
    speed,
  };
  const listeners = new Set<() => void>();
  const clockListeners = new Set<() => void>();

  const currentMs = () =>
    element === undefined || isLoading || element.seeking ? targetMs : element.currentTime * 1_000;

  function change(changes: Partial<PlayerState>) {
    const entries = Object.entries(changes) as [keyof PlayerState, unknown][];
    if (entries.every(([key, value]) => state[key] === value)) return;
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function look() {
    const length = element?.duration;
    change({
      isPlaying: wantsToPlay,
      isWaiting: wantsToPlay && (isLoading || (element?.readyState ?? 0) < HTMLMediaElement.HAVE_FUTURE_DATA),
      seconds: Math.floor(currentMs() / 1_000),
      ...(length !== undefined && Number.isFinite(length) && { durationMs: length * 1_000 }),
    });
    for (const listener of clockListeners) listener();
  }

  async function start() {
    try {
      await element?.play();
    } catch (error) {
      // Another load took its place, which plays by itself; or the browser wants a press first.
      if (!(error instanceof DOMException && error.name === 'NotAllowedError')) return;
      wantsToPlay = false;
      look();
    }
  }

  function load() {
    if (element === undefined) return;
    isLoading = true;
    element.src = source.url;
    element.defaultPlaybackRate = state.speed;
    element.playbackRate = state.speed;
    if (wantsToPlay) void start();
    look();
  }

  async function renew() {
    renewedAtMs = Date.now();
    isLoading = true;
    look();
    try {
      source = await renewSource();
      change({ fault: undefined });
      load();
    } catch {
      fail('not-loaded');
    }
  }

  function fail(fault: PlaybackFailure) {
    wantsToPlay = false;
    change({ fault });
    look();
  }

  function hear({ type }: Event) {
    if (element === undefined) return;
    if (type === 'loadedmetadata') {
      isLoading = false;
      if (targetMs > 0) element.currentTime = targetMs / 1_000;
    } else if (type === 'play') wantsToPlay = true;
    // A load that takes the place of another pauses too; that is nobody's wish.
    else if (type === 'pause' && !isLoading && element.error === null) wantsToPlay = false;
    if (!isLoading && !element.seeking && element.error === null) targetMs = element.currentTime * 1_000;
    look();
  }

  function breakOff() {
    const fault = faultOf(element?.error);
    // Another address gives a device no output.
    if (fault !== 'no-output' && Date.now() - renewedAtMs > healedAfterMs) void renew();
    else fail(fault);
  }

  function seek(ms: number) {
    targetMs = Math.min(Math.max(0, ms), state.durationMs);
    if (element !== undefined && !isLoading) element.currentTime = targetMs / 1_000;
    look();
  }

  function play() {
    wantsToPlay = true;
    if (state.fault !== undefined) void renew();
    else void start();
    look();
  }

  function pause() {
    wantsToPlay = false;
    element?.pause();
    look();
  }

  const clock: PlaybackClock = {
    subscribe(listener) {
      clockListeners.add(listener);
      return () => void clockListeners.delete(listener);
    },
    currentMs,
    isPlaying: () => element !== undefined && !element.paused && !element.ended,
  };

  return {
    kind: first.kind,
    clock,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** For the element's ref; what it gives back takes it away again. */
    attach(next: HTMLMediaElement | null) {
      if (next === null) return;
      element = next;
      for (const name of followed) next.addEventListener(name, hear);
      next.addEventListener('error', breakOff);
      load();
      return () => {
        for (const name of followed) next.removeEventListener(name, hear);
        next.removeEventListener('error', breakOff);
        next.pause();
        // Or the browser goes on fetching for an element that nobody hears.
        next.removeAttribute('src');
        next.load();
        element = undefined;
        wantsToPlay = false;
      };
    },
    /** A browser may refuse it, where the page stands in another's frame: then nothing happens. */
    showAlone: () => element?.requestFullscreen().catch(() => {}),
    play,
    pause,
    toggle: () => (wantsToPlay ? pause() : play()),
    seek,
    skip: (byMs: number) => seek(currentMs() + byMs),
    playFrom(ms: number) {
      seek(ms);
      play();
    },
    setSpeed(next: Speed) {
      if (element !== undefined) {
        element.defaultPlaybackRate = next;
        element.playbackRate = next;
      }
      change({ speed: next });
    },
    retry: play,
  };
}

/** Where there is nothing to play, a text can still be opened at a moment. */
export function fixedClock(ms: number): PlaybackClock {
  return { subscribe: () => () => {}, currentMs: () => ms, isPlaying: () => false };
}
