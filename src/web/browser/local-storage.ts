import { attempt } from './attempt.ts';

/** Null if the browser stores nothing under this key, or forbids its storage. */
export const readStored = (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null;

/** Null removes the value. If storage is full or forbidden, nothing changes. */
export function writeStored(key: string, value: string | null) {
  attempt(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)));
}

export const storedKeys = (): string[] => attempt(() => Object.keys(localStorage)) ?? [];
