import { useEffect, useRef } from 'react';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { TextStore } from './text-store.ts';

const tellAfterMs = 150;

/** The life of a text on a page: restored, saved when the page is left, and told to who copies it. */
export function useTextAutosave(
  store: TextStore,
  editable: boolean,
  onTextChange: ((text: string) => void) | undefined,
) {
  useEffect(() => {
    if (!editable) return;
    store.begin();
    const leave = () => {
      if (document.visibilityState === 'hidden') void store.leave();
    };
    const isBack = () => void store.saveNow();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', isBack);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', isBack);
      // To another page of ours: the save that sets out now arrives.
      void store.saveNow();
      store.stop();
    };
  }, [store, editable]);

  const tell = useRef(onTextChange);
  useEffect(() => {
    tell.current = onTextChange;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told = store.segments();
    const unsubscribe = store.subscribe(() => {
      if (store.segments() === told) return;
      told = store.segments();
      clearTimeout(timer);
      timer = setTimeout(() => tell.current?.(transcriptText(told)), tellAfterMs);
    });
    // Restored, or typed on an earlier visit: the page's own copy does not know.
    if (store.revision() > 0) tell.current?.(transcriptText(told));
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store]);
}
