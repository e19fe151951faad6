import { useEffect } from 'react';
import { hydratedEvent } from './replay-early-click.ts';

/** Once, at the root: says that the page answers from now on. */
export function useReplayEarlyClick() {
  useEffect(() => void dispatchEvent(new Event(hydratedEvent)), []);
}
