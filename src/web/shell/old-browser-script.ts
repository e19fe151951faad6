/**
 * Shows the notice in a browser below `build.target` of vite.config.ts, where colours are missing or no module runs.
 * Such a browser may know no modern syntax and no stylesheet of ours, so this is ES5 and the notice has its own style.
 */
export const oldBrowserScript = () =>
  [
    '(function(){var c=window.CSS,a=window.AbortSignal;',
    'if(c&&c.supports&&c.supports("color","light-dark(#000,#fff)")&&c.supports("color","oklch(0 0 0)")&&a&&a.any)return;',
    'document.getElementById("navegador-antigo").removeAttribute("hidden")})()',
  ].join('');
