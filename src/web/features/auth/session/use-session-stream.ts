import { useEffect } from 'react';
import { apiPaths } from '#web/api/api-paths.ts';
import { subscribeToEvents } from '#web/api/event-stream.ts';

/**
 * Follows the session while the page is visible, so that an idle page learns at once that the session ended elsewhere.
 * The server ends the stream, and the attempt to reopen it finds no session. A hidden page opens none, because browsers
 * limit the connections of all tabs together; the session clock checks when it becomes visible.
 */
export function useSessionStream() {
  useEffect(() => {
    let leaving = new AbortController();
    function follow() {
      leaving.abort();
      leaving = new AbortController();
      if (document.visibilityState === 'hidden') return;
      void subscribeToEvents({ path: apiPaths.sessionEvents, signal: leaving.signal, onEvent: () => {} });
    }
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      leaving.abort();
    };
  }, []);
}
