import { useEffect, useRef } from 'react';
import type { TranscriptionPage } from '#contract/transcription-list.ts';

/**
 * Rows take the focus with them when they leave. It goes on to the row that moves up into their place, else to the
 * last one, else to the title; a focus that is elsewhere by then stays there.
 */
export function useFocusAfter(data: TranscriptionPage | undefined) {
  const place = useRef<number>(undefined);

  useEffect(() => {
    // Where rows are still to come, there is no row yet to go to.
    if (place.current === undefined || data === undefined || (data.items.length === 0 && data.total > 0))
      return;
    const next = data.items[Math.min(place.current, data.items.length - 1)];
    place.current = undefined;
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (!isNowhere) return;
    const target = document.querySelector<HTMLElement>(next ? `[data-delete="${next.job_id}"]` : 'main h1');
    if (next === undefined && target !== null) target.tabIndex = -1;
    target?.focus();
  }, [data]);

  return (gone: readonly string[]) => {
    place.current = data?.items.findIndex(({ job_id }) => gone.includes(job_id));
  };
}
