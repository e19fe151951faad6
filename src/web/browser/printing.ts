import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

const printHeaderProperty = '--print-header';

/** Text at the top of each printed page after the first, in browsers with page-margin boxes (styles/print.css). */
export function usePrintHeader(text: string | undefined) {
  useEffect(() => {
    if (text === undefined) return;
    const { style } = document.documentElement;
    style.setProperty(printHeaderProperty, `"${CSS.escape(text)}"`);
    return () => void style.removeProperty(printHeaderProperty);
  }, [text]);
}

/**
 * Returns the result of `take` at the last start of printing; undefined before the first. The browser lays out the
 * paper right after `beforeprint`, so the state must be flushed inside the event. The copy stays after printing,
 * because Safari fires `afterprint` while its dialog still reads the page.
 */
export function usePrintSnapshot<Copy>(take: () => Copy): Copy | undefined {
  const [copy, setCopy] = useState<Copy>();
  const renew = useEffectEvent(() => flushSync(() => setCopy(() => take())));
  useEffect(() => {
    const onBeforePrint = () => renew();
    addEventListener('beforeprint', onBeforePrint);
    return () => removeEventListener('beforeprint', onBeforePrint);
  }, []);
  return copy;
}
