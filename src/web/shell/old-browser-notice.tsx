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

const text =
  'Este navegador é antigo demais para o Escriba. Atualize-o ou use uma versão recente do Chrome, Edge, Firefox ou Safari.';

/** A stylesheet of ours may say nothing to such a browser. */
const style = 'padding:1em;background:#fdf1d6;color:#000;font:1em sans-serif';

/** Only in the written pages: a browser that runs our modules needs none of it, and would fetch it for nothing. */
const noticeHtml = import.meta.env.SSR
  ? `<p id="navegador-antigo" role="status" hidden style="${style}">${text}</p><script>${oldBrowserScript()}</script>`
  : '';

export function OldBrowserNotice() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, its script let through by its hash
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: noticeHtml }} />;
}
