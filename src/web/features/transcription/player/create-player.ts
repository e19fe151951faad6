import { createListeners } from '#web/browser/listeners.ts';
import type { MediaSource } from './api.ts';
import { freeStuckSeek } from './free-stuck-seek.ts';
import type { Speed } from './player-settings.ts';

/** The playback position. The transcript reads it on every frame without a React render. */
export type PlaybackClock = {
  subscribe: (listener: () => void) => () => void;
  /** Reports each seek, also by the browser's own controls, and each start that the user asked for. */
  onCue: (listener: () => void) => () => void;
  currentMs: () => number;
  isPlaying: () => boolean;
};

/** The audio did not load, the browser refuses to play it or cannot decode it, or there is no output device. */
export type PlaybackFailure = 'not-loaded' | 'blocked' | 'no-output' | 'not-decoded';

type PlayerState = Readonly<{
  isPlaying: boolean;
  /** The player should play, but the audio has not loaded yet. */
  isWaiting: boolean;
  fault: PlaybackFailure | undefined;
  /** Whole seconds, so that the state changes at most once a second. */
  seconds: number;
  durationMs: number;
  speed: Speed;
}>;

type PlayerOptions = {
  source: MediaSource;
  renewSource: () => Promise<MediaSource>;
  durationMs: number;
  startMs: number;
  speed: Speed;
};

export type Player = ReturnType<typeof createPlayer>;

/** The player renews the source after an error, but reports a second error within this time. */
const renewAgainAfterMs = 30_000;

/** A pausing element still moves by some milliseconds, and a person skips by seconds. */
const settledMs = 500;

/** Encoders pad the sound by a moment, and the page would show two lengths of one recording. */
const paddingMs = 1_000;

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
 * Firefox reports a missing output device as a decoding error whose message names its audio library or its sink.
 * Browsers report an unreadable source like one that did not load.
 */
function toPlaybackFailure(error: MediaError | null | undefined): PlaybackFailure {
  if (error?.code !== MediaError.MEDIA_ERR_DECODE) return 'not-loaded';
  return /CUBEB|MediaSink/i.test(error.message) ? 'no-output' : 'not-decoded';
}

/**
 * Plays one recording through the media element that the page attaches. The URL of the recording expires, so on an
 * error the player fetches a new one and continues at the same position.
 */
export function createPlayer({ source: first, renewSource, durationMs, startMs, speed }: PlayerOptions) {
  let source = first;
  let element: HTMLMediaElement | undefined;
  /** The wanted position, because the element does not know it before the metadata has loaded. */
  let targetMs = startMs;
  let wantsToPlay = false;
  /** A person has pressed for the last start. */
  let isAsked = true;
  let heldAtMs: number | undefined;
  /** Instead of the chosen speed. */
  let heldRate: number | undefined;
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
  const listeners = createListeners();
  const clockListeners = createListeners();
  const cueListeners = createListeners();

  const currentMs = () =>
    element === undefined || isLoading || element.seeking ? targetMs : element.currentTime * 1_000;

  function change(changes: Partial<PlayerState>) {
    const entries = Object.entries(changes) as [keyof PlayerState, unknown][];
    if (entries.every(([key, value]) => state[key] === value)) return;
    state = { ...state, ...changes };
    listeners.notify();
  }

  function updateState() {
    const lengthMs = (element?.duration ?? Number.NaN) * 1_000;
    const isOther = Number.isFinite(lengthMs) && Math.abs(lengthMs - durationMs) > paddingMs;
    change({
      isPlaying: wantsToPlay,
      isWaiting: wantsToPlay && (isLoading || (element?.readyState ?? 0) < HTMLMediaElement.HAVE_FUTURE_DATA),
      seconds: Math.floor(Math.min(currentMs(), isOther ? lengthMs : state.durationMs) / 1_000),
      ...(isOther && { durationMs: lengthMs }),
    });
    clockListeners.notify();
  }

  function applyRate() {
    if (element === undefined) return;
    // A new source starts with the default.
    element.defaultPlaybackRate = heldRate ?? state.speed;
    element.playbackRate = heldRate ?? state.speed;
  }

  async function start() {
    try {
      await element?.play();
    } catch (error) {
      // Other errors: another load replaced this one and plays itself.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
      if (isAsked) fail('blocked');
      else pause();
    }
  }

  function load() {
    if (element === undefined) return;
    isLoading = true;
    element.src = source.url;
    applyRate();
    if (wantsToPlay) void start();
    updateState();
  }

  async function renew() {
    renewedAtMs = Date.now();
    isLoading = true;
    updateState();
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
    updateState();
  }

  function onMediaEvent({ type }: Event) {
    if (element === undefined) return;
    if (type === 'loadedmetadata') {
      isLoading = false;
      if (targetMs > 0) element.currentTime = targetMs / 1_000;
      // The element itself says whether it plays, because these events come late: after a quick pause, its 'play'.
    } else if (type === 'play') wantsToPlay = !element.paused;
    // Replacing the source also fires 'pause', although the user did not pause.
    else if (type === 'pause' && !isLoading && element.error === null) wantsToPlay = !element.paused;
    else if (type === 'seeking') noteForeignSeek(element.currentTime * 1_000);
    if (!isLoading && !element.seeking && element.error === null) targetMs = element.currentTime * 1_000;
    updateState();
  }

  /** The browser's own controls and its media keys move the element past this player. */
  function noteForeignSeek(ms: number) {
    if (isLoading || Math.abs(ms - targetMs) <= settledMs) return;
    targetMs = ms;
    cueListeners.notify();
  }

  function onMediaError() {
    const fault = toPlaybackFailure(element?.error);
    // A new URL does not help without an output device.
    if (fault !== 'no-output' && Date.now() - renewedAtMs > renewAgainAfterMs) void renew();
    else fail(fault);
  }

  function moveTo(ms: number) {
    targetMs = Math.min(Math.max(0, ms), state.durationMs);
    if (element !== undefined && !isLoading) element.currentTime = targetMs / 1_000;
    updateState();
  }

  function seek(ms: number) {
    moveTo(ms);
    cueListeners.notify();
  }

  function goOn() {
    heldAtMs = undefined;
    wantsToPlay = true;
    // The source is fine, and a browser that requires a press must see the start within this one.
    if (state.fault === 'blocked') change({ fault: undefined });
    if (state.fault !== undefined) void renew();
    else void start();
    updateState();
  }

  function play() {
    isAsked = true;
    goOn();
    cueListeners.notify();
  }

  function pause() {
    heldAtMs = undefined;
    wantsToPlay = false;
    element?.pause();
    updateState();
  }

  function hold() {
    if (!wantsToPlay) return;
    const ms = currentMs();
    pause();
    heldAtMs = ms;
  }

  function release(earlierMs: number) {
    if (heldAtMs === undefined) return;
    // A person who skipped meanwhile has chosen the place.
    const isMoved = Math.abs(currentMs() - heldAtMs) > settledMs;
    if (!isMoved) moveTo(heldAtMs - earlierMs);
    goOn();
  }

  const clock: PlaybackClock = {
    subscribe: clockListeners.subscribe,
    onCue: cueListeners.subscribe,
    currentMs,
    isPlaying: () => element !== undefined && !element.paused && !element.ended,
  };

  return {
    kind: first.kind,
    clock,
    state: () => state,
    subscribe: listeners.subscribe,
    /** A ref callback for the media element; returns its cleanup. */
    attach(next: HTMLMediaElement | null) {
      if (next === null) return;
      element = next;
      for (const name of followed) next.addEventListener(name, onMediaEvent);
      next.addEventListener('error', onMediaError);
      const stopFreeing = freeStuckSeek(next, {
        isWanted: () => wantsToPlay && !isLoading,
        targetMs: () => targetMs,
      });
      load();
      return () => {
        stopFreeing();
        for (const name of followed) next.removeEventListener(name, onMediaEvent);
        next.removeEventListener('error', onMediaError);
        next.pause();
        // Without this the browser keeps downloading for the detached element.
        next.removeAttribute('src');
        next.load();
        element = undefined;
        wantsToPlay = false;
      };
    },
    /** Browsers may refuse fullscreen inside an iframe; ignore that. */
    showAlone: () => element?.requestFullscreen().catch(() => {}),
    play,
    pause,
    /** Pauses until `release`, if it plays. A pause or start by the person ends the hold. */
    hold,
    /** Goes on after a hold without a cue: the text stays where the person writes. */
    release,
    toggle: () => (wantsToPlay ? pause() : play()),
    seek,
    skip: (byMs: number) => seek(currentMs() + byMs),
    playFrom(ms: number) {
      seek(ms);
      play();
    },
    /** Without a press. Browsers refuse that to most pages, and then the player waits for one. */
    playUnasked(ms: number) {
      seek(ms);
      isAsked = false;
      goOn();
    },
    /** The end of the sound as the browser knows it, else as the server measured it. */
    lengthMs() {
      const lengthMs = (element?.duration ?? Number.NaN) * 1_000;
      return Number.isFinite(lengthMs) ? lengthMs : state.durationMs;
    },
    hasEnded: () => element?.ended ?? false,
    /** Until the next call, instead of the chosen speed. */
    setRate(rate: number | undefined) {
      heldRate = rate;
      applyRate();
    },
    setSpeed(next: Speed) {
      change({ speed: next });
      applyRate();
    },
  };
}

/** A clock without playback, so that a text without audio can open at a moment. */
export function fixedClock(ms: number): PlaybackClock {
  const never = () => () => {};
  return { subscribe: never, onCue: never, currentMs: () => ms, isPlaying: () => false };
}
