import { useEffect } from 'react';

const property = '--print-header';

/** Text at the top of each printed page after the first, in browsers with page-margin boxes (styles/print.css). */
export function usePrintHeader(text: string | undefined) {
  useEffect(() => {
    if (text === undefined) return;
    const { style } = document.documentElement;
    style.setProperty(property, `"${CSS.escape(text)}"`);
    return () => void style.removeProperty(property);
  }, [text]);
}
