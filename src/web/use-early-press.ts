import { useEffect } from 'react';
import { aliveEvent } from './early-press.ts';

/** Once, at the root: says that the page answers from now on. */
export function useEarlyPress() {
  useEffect(() => void dispatchEvent(new Event(aliveEvent)), []);
}
