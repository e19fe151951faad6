import { useEffect } from 'react';
import { aliveEvent } from './replay-early-click.ts';

/** Once, at the root: says that the page answers from now on. */
export function useEarlyPress() {
  useEffect(() => void dispatchEvent(new Event(aliveEvent)), []);
}
