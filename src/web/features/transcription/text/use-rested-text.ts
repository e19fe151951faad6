import { useEffect, useState } from 'react';
import type { TextStore } from './text-store.ts';

/** Each key press changes the text. */
const restMs = 300;

/** Another number once the text rests after a change. Costly work need not follow each key press. */
export function useRestedText({ subscribe }: Pick<TextStore, 'subscribe'>, isNeeded = true): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setChanges((before) => before + 1), restMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [subscribe, isNeeded]);
  return changes;
}
