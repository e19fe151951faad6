import type { Plugin } from 'vite';

type Rewrite = { module: RegExp; library: string; edits: readonly { from: string; to: string }[] };

/**
 * Two libraries write <style> elements while the page runs, which `style-src 'self'` refuses. Both get a
 * constructable stylesheet instead: it is made by script, which the policy already governs.
 */
const rewrites: readonly Rewrite[] = [
  {
    library: 'react-style-singleton (the scroll lock of dialogs)',
    module: /react-style-singleton\/dist\/es\d+\/singleton\.js$/,
    edits: [
      { from: "document.createElement('style')", to: 'new CSSStyleSheet()' },
      { from: "tag.type = 'text/css';", to: '' },
      { from: "tag.setAttribute('nonce', nonce);", to: '' },
      { from: 'tag.appendChild(document.createTextNode(css));', to: 'tag.replaceSync(css);' },
      {
        from: 'head.appendChild(tag);',
        to: 'document.adoptedStyleSheets = [...document.adoptedStyleSheets, tag];',
      },
      {
        from: 'stylesheet.parentNode && stylesheet.parentNode.removeChild(stylesheet);',
        to: 'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== stylesheet);',
      },
    ],
  },
  {
    library: 'sonner (toasts)',
    module: /sonner\/dist\/index\.mjs$/,
    edits: [
      { from: "let style = document.createElement('style')", to: 'const style = new CSSStyleSheet()' },
      { from: "style.type = 'text/css'", to: '' },
      {
        from: 'head.appendChild(style)',
        to: 'document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]',
      },
      {
        from: ';style.styleSheet ? (style.styleSheet.cssText = code) : style.appendChild(document.createTextNode(code))',
        to: ';style.replaceSync(code)',
      },
    ],
  },
];

const makesStyleElement = /createElement\(\s*[`'"]style[`'"]\s*\)/;

function applyEdits(code: string, { library, edits }: Rewrite) {
  return edits.reduce((result, { from, to }) => {
    if (result.split(from).length !== 2) {
      throw new Error(
        `strict-csp: ${library} no longer holds exactly one "${from}". The library changed: see how it adds its styles now and adapt src/web/build/strict-csp.ts.`,
      );
    }
    return result.replace(from, () => to);
  }, code);
}

/** React can make any element a component asks for, this one included; it asks for none by itself. */
const reactDom = /node_modules\/react-dom\//;

export function strictCsp(): Plugin {
  return {
    name: 'strict-csp',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?', 1)[0] ?? id;
      const rewrite = rewrites.find(({ module }) => module.test(path));
      if (rewrite !== undefined) return { code: applyEdits(code, rewrite), map: null };
      // Catches a library that is new here, or one whose file moved away from the patterns above.
      if (this.environment.name === 'client' && !reactDom.test(path) && makesStyleElement.test(code)) {
        throw new Error(`strict-csp: ${path} makes a <style> element, which the content policy refuses.`);
      }
      return undefined;
    },
  };
}
