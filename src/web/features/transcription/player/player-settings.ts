import { storageKeys } from '../../../browser/storage-keys.ts';

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
export type Speed = (typeof speeds)[number];

export const isSpeed = (value: unknown): value is Speed => speeds.some((speed) => speed === value);

/** The next one up or down; at the end it stays. */
export function adjacentSpeed(speed: Speed, by: 1 | -1): Speed {
  return speeds[speeds.indexOf(speed) + by] ?? speed;
}

/** "1,25×" */
export const speedText = (speed: Speed) => `${speed.toLocaleString('pt-BR')}×`;

/** Storage can be forbidden altogether: then a choice lasts for as long as the page. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to do about it, and nothing is lost but the memory.
  }
}

export function readSpeed(): Speed {
  const speed = Number(read(storageKeys.playbackSpeed));
  return isSpeed(speed) ? speed : 1;
}
export const saveSpeed = (speed: Speed) => keep(storageKeys.playbackSpeed, String(speed));

const off = 'off';
export const areShortcutsEnabled = () => read(storageKeys.playerShortcuts) !== off;
export const saveShortcutsEnabled = (wanted: boolean) =>
  keep(storageKeys.playerShortcuts, wanted ? 'on' : off);
