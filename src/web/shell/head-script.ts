import { storageKeys } from '#web/browser/storage-keys.ts';
import { paperColors } from './theme/theme.ts';

/**
 * Runs in the head, before the first paint, so that neither the wrong theme nor, with a session, a public page
 * flashes. No module is loaded yet, so it repeats decideTheme(); the test compares the two. The build puts its
 * hash into the CSP. It is a function, so that the browser bundle drops the text.
 */
export const headScript = () =>
  [
    // Zod tries eval to compile a schema. The CSP refuses it, and audit tools report the violation.
    'globalThis.__zod_globalConfig={jitless:true};',
    '(()=>{const r=document.documentElement;let t=null;',
    `try{t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});`,
    `if(localStorage.getItem(${JSON.stringify(storageKeys.session)})!==null)r.dataset.session="known"}catch{}`,
    'if(t!=="light"&&t!=="dark")t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";',
    'r.dataset.theme=t;',
    `const c=${JSON.stringify(paperColors)}[t];`,
    `for(const m of document.querySelectorAll('meta[name="theme-color"]'))m.setAttribute("content",c)})()`,
  ].join('');
