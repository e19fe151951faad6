import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isRecord } from '#domain/is-record.ts';
import { attempt } from '#web/browser/attempt.ts';
import { onPageHidden } from '#web/browser/on-page-hidden.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';

/** A row, and where its top was in the window. A scroll position alone fails, because unseen rows have estimated heights. */
export type ReadingPlace = Readonly<{ id: number; topPx: number }>;

function readPlace(key: string): ReadingPlace | undefined {
  const value: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  if (!isRecord(value)) return undefined;
  const { id, topPx } = value;
  return typeof id === 'number' && typeof topPx === 'number' ? { id, topPx } : undefined;
}

/** Stores the place of this history entry. Returns the place to restore: after Back, Forward or a reload. */
export function useReadingPlace(jobId: string, currentPlace: () => ReadingPlace | undefined) {
  const { key: entry } = useLocation();
  const key = `${storageKeys.readingPlace}.${jobId}.${entry}`;
  const isReturn = useNavigationType() === 'POP';
  const [restored] = useState(() => (isReturn ? readPlace(key) : undefined));

  const save = useEffectEvent(() => {
    const current = currentPlace();
    if (current !== undefined) attempt(() => sessionStorage.setItem(key, JSON.stringify(current)));
  });
  // A passive cleanup would run after the rows have left the page.
  useLayoutEffect(() => () => save(), []);
  useEffect(() => onPageHidden(() => save()), []);
  return restored;
}
