import { useEffect, useRef } from 'react';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { TextStore } from './text-store.ts';

const tellAfterMs = 150;

/** Saves restored edits, saves when the user leaves the page, and reports text changes to `onTextChange`. */
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
      // On navigation within the app, the document stays alive, so this save still completes.
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
    // The store may hold edits that the cached response lacks.
    if (store.revision() > 0) tell.current?.(transcriptText(told));
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store]);
}
