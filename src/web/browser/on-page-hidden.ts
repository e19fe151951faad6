/**
 * Calls the listener when the user leaves the page, switches the tab or locks the phone. A phone may then end the tab
 * without another event. Returns a function that stops listening.
 */
export function onPageHidden(listener: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') listener();
  };
  addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    removeEventListener('pagehide', listener);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
