import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/browser/listeners.ts';
import { readStored, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
export type Speed = (typeof speeds)[number];

export const isSpeed = (value: unknown): value is Speed => speeds.some((speed) => speed === value);

/** The next speed up or down, or the same one at either end of the list. */
export function adjacentSpeed(speed: Speed, by: 1 | -1): Speed {
  return speeds[speeds.indexOf(speed) + by] ?? speed;
}

/** "1,25×" */
export const speedText = (speed: Speed) => `${speed.toLocaleString('pt-BR')}×`;

/** If the browser blocks its storage, a setting lasts only until the user leaves the page. */
export function readSpeed(): Speed {
  const speed = Number(readStored(storageKeys.playbackSpeed));
  return isSpeed(speed) ? speed : 1;
}
export const saveSpeed = (speed: Speed) => writeStored(storageKeys.playbackSpeed, String(speed));

const off = 'off';
export const areShortcutsEnabled = () => readStored(storageKeys.playerShortcuts) !== off;
export const saveShortcutsEnabled = (enabled: boolean) =>
  writeStored(storageKeys.playerShortcuts, enabled ? 'on' : off);

const pauseListeners = createListeners();
let pausesHere: boolean | undefined;
/** On at first. The list of keys and the menu of the page both have the switch. */
export const pausesWhileWriting = () => pausesHere ?? readStored(storageKeys.pausesWhileWriting) !== off;
export function savePausesWhileWriting(pauses: boolean) {
  pausesHere = pauses;
  writeStored(storageKeys.pausesWhileWriting, pauses ? 'on' : off);
  pauseListeners.notify();
}
export const usePausesWhileWriting = () => useSyncExternalStore(pauseListeners.subscribe, pausesWhileWriting);
