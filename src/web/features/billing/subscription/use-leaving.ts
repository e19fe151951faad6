import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';

type Leaving<Key> = {
  /** What was pressed and leads away; undefined while nothing is. */
  leavingFor: Key | undefined;
  leave: (key: Key, ask: () => Promise<string>) => Promise<void>;
};

/** Buttons that ask the server for an address elsewhere and go there: once, however often they are pressed. */
export function useLeaving<Key>(faultText: (error: unknown) => string): Leaving<Key> {
  const [leavingFor, setLeavingFor] = useState<Key>();
  const asked = useRef(false);

  useEffect(() => {
    // Back by the browser's button, the page is the one that was left, busy as it was.
    const cameBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      asked.current = false;
      setLeavingFor(undefined);
    };
    addEventListener('pageshow', cameBack);
    return () => removeEventListener('pageshow', cameBack);
  }, []);

  async function leave(key: Key, ask: () => Promise<string>) {
    if (asked.current) return;
    asked.current = true;
    setLeavingFor(key);
    try {
      window.location.assign(await ask());
    } catch (error) {
      asked.current = false;
      setLeavingFor(undefined);
      toast.error(faultText(error));
    }
  }

  return { leavingFor, leave };
}
