import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlayer } from './create-player.ts';
import { playPassage } from './play-passage.ts';

/** Stands in for the browser's element, whose position a test cannot hold back. */
class MadeElement extends EventTarget {
  src = '';
  duration = 60;
  readyState = 4;
  networkState = 1;
  buffered = { length: 0 };
  paused = true;
  ended = false;
  seeking = false;
  error = null;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  currentTime = 0;
  async play() {
    this.paused = false;
  }
  pause() {
    this.paused = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3, NETWORK_IDLE: 1 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function playing() {
  const source = { kind: 'audio', url: 'sound.mp3' } as const;
  const player = createPlayer({
    source,
    renewSource: async () => source,
    durationMs: 60_000,
    startMs: 0,
    speed: 1,
  });
  const element = new MadeElement();
  player.attach(element as unknown as HTMLMediaElement);
  element.dispatchEvent(new Event('loadedmetadata'));
  const onEnd = vi.fn();
  const onHeard = vi.fn();
  const sound = { playFromMs: 9_600, playToMs: 12_250 };
  playPassage(player, { fromMs: 10_000, toMs: 12_000, ...sound, onHeard, onSilent: () => {}, onEnd });
  return { player, element, onHeard, onEnd };
}

/** Lets the sound go on at the speed of a passage. */
function goOn(element: MadeElement, ms: number) {
  for (let gone = 0; gone < ms; gone += 40) {
    element.currentTime += 0.04;
    vi.advanceTimersByTime(50);
  }
}

test('a passage begins and ends with the sound around its words, which have to pass', () => {
  const { element, onHeard, onEnd } = playing();
  expect(element.currentTime).toBe(9.6);
  goOn(element, 2_360);
  expect(onHeard).not.toHaveBeenCalled();
  goOn(element, 120);
  expect(onHeard).toHaveBeenCalledOnce();
  expect(onEnd).not.toHaveBeenCalled();
  goOn(element, 240);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(element.paused).toBe(true);
});

test('a passage pauses at its end although the position stood still and then leapt past it', () => {
  const { element, onEnd } = playing();
  vi.advanceTimersByTime(8_000);
  expect(element.paused).toBe(false);
  element.currentTime = 20;
  vi.advanceTimersByTime(100);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(element.paused).toBe(true);
});

test('after a seek by the controls of the browser the sound plays on there', () => {
  const { player, element, onEnd } = playing();
  const onCue = vi.fn();
  player.clock.onCue(onCue);
  element.currentTime = 20;
  element.dispatchEvent(new Event('seeking'));
  vi.advanceTimersByTime(100);
  expect(onCue).toHaveBeenCalledOnce();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(element.paused).toBe(false);
});

test('a seek that hangs in the browser is repeated, unless the element is still loading', () => {
  const { element } = playing();
  const seeks: number[] = [];
  Object.defineProperty(element, 'currentTime', {
    get: () => 9.6,
    set: (seconds: number) => seeks.push(seconds),
  });
  element.readyState = 1;
  element.networkState = 2;
  vi.advanceTimersByTime(5_000);
  expect(seeks).toEqual([]);
  element.networkState = 1;
  vi.advanceTimersByTime(2_000);
  expect(seeks).toEqual([9.6]);
});
