import { useEffect, useRef, useState } from 'react';

type ExternalRedirectOptions<Key> = {
  /** Asks the server for the external address. */
  fetchUrl: (key: Key) => Promise<string>;
  onError: (error: unknown) => void;
};

/** For buttons that get an external address from the server and go there. Repeated clicks cause one request. */
export function useExternalRedirect<Key>({ fetchUrl, onError }: ExternalRedirectOptions<Key>) {
  /** The key of the pressed button; undefined before a click. */
  const [leavingFor, setLeavingFor] = useState<Key>();
  const isRequested = useRef(false);

  useEffect(() => {
    // The browser's back button may restore this page from the back/forward cache, still busy.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isRequested.current = false;
      setLeavingFor(undefined);
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  async function leave(key: Key) {
    if (isRequested.current) return;
    isRequested.current = true;
    setLeavingFor(() => key);
    try {
      window.location.assign(await fetchUrl(key));
    } catch (error) {
      isRequested.current = false;
      setLeavingFor(undefined);
      onError(error);
    }
  }

  return { leavingFor, leave: (key: Key) => void leave(key) };
}
