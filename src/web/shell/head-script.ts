import { storageKeys } from '../browser/storage-keys.ts';
import { paperColors } from './theme/theme.ts';

/**
 * Runs in the head, before the first paint: the page never flashes in the other theme, and a person with a session
 * never sees a public page flash by. It says again what decideTheme() says, because no module is loaded yet; its
 * test holds the two together. The build puts its hash into the content policy. A function, so that the browser's bundle
 * drops the text.
 */
export const headScript = () =>
  [
    // zod tries to compile schemas with eval as soon as one is made; the content policy refuses it, and tools report it.
    'globalThis.__zod_globalConfig={jitless:true};',
    '(()=>{const r=document.documentElement;let t=null;',
    `try{t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});`,
    `if(localStorage.getItem(${JSON.stringify(storageKeys.session)})!==null)r.dataset.session="known"}catch{}`,
    'if(t!=="light"&&t!=="dark")t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";',
    'r.dataset.theme=t;',
    `const c=${JSON.stringify(paperColors)}[t];`,
    `for(const m of document.querySelectorAll('meta[name="theme-color"]'))m.setAttribute("content",c)})()`,
  ].join('');
