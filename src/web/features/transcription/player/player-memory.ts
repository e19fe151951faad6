import { storageKeys } from '../../../browser/storage-keys.ts';
import { isSpeed, type Speed } from './speeds.ts';

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

export function rememberedSpeed(): Speed {
  const speed = Number(read(storageKeys.playbackSpeed));
  return isSpeed(speed) ? speed : 1;
}
export const rememberSpeed = (speed: Speed) => keep(storageKeys.playbackSpeed, String(speed));

const off = 'off';
export const wantsShortcuts = () => read(storageKeys.playerShortcuts) !== off;
export const rememberShortcuts = (wanted: boolean) => keep(storageKeys.playerShortcuts, wanted ? 'on' : off);
