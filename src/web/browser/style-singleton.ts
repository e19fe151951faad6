import { useEffect } from 'react';

/**
 * Takes the place of the package react-style-singleton (vite.config.ts), by which Radix locks scrolling behind a dialog.
 * The package writes a <style> element, which `style-src 'self'` refuses. Scripts may create style sheets.
 */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(css: string) {
      users += 1;
      if (users > 1) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      sheet = undefined;
    },
  };
}

type StyleProps = { styles: string; dynamic?: boolean };

/** Like in the package, a sheet keeps its first styles unless they are dynamic. */
export function styleSingleton() {
  const sheet = stylesheetSingleton();
  // biome-ignore lint/correctness/noComponentHookFactories: the libraries call this once, when they load
  return function Sheet({ styles, dynamic }: StyleProps) {
    const current = dynamic ? styles : undefined;
    // biome-ignore lint/correctness/useExhaustiveDependencies: only dynamic styles replace those of the sheet
    useEffect(() => {
      sheet.add(styles);
      return sheet.remove;
    }, [current]);
    return null;
  };
}
