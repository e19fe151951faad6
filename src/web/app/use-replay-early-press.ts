import { useEffect } from 'react';
import { hydratedEvent } from './early-press.ts';

/** Call once, at the root: announces that the page is hydrated. */
export function useReplayEarlyPress() {
  useEffect(() => void dispatchEvent(new Event(hydratedEvent)), []);
}
