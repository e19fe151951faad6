/**
 * Shows the notice in browsers older than `build.target` of vite.config.ts, where colours or modules do not work.
 * They may not support modern syntax or our stylesheet, so the script is ES5 and the styles are inline.
 */
export const oldBrowserScript = () =>
  [
    '(function(){var c=window.CSS,a=window.AbortSignal;',
    'if(c&&c.supports&&c.supports("color","light-dark(#000,#fff)")&&c.supports("color","oklch(0 0 0)")&&a&&a.any)return;',
    'document.getElementById("navegador-antigo").removeAttribute("hidden")})()',
  ].join('');

const text =
  'Este navegador é antigo demais para o Escriba. Atualize-o ou use uma versão recente do Chrome, Edge, Firefox ou Safari.';

/** Our stylesheet may not work in such a browser. */
const style = 'padding:1em;background:#fdf1d6;color:#000;font:1em sans-serif';

/** Only in the server's HTML: a browser that runs our modules does not need it and would download it for nothing. */
const noticeHtml = import.meta.env.SSR
  ? `<p id="navegador-antigo" role="status" hidden style="${style}">${text}</p><script>${oldBrowserScript()}</script>`
  : '';

export function OldBrowserNotice() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, the CSP allows its script by hash
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: noticeHtml }} />;
}
