/**
 * Shows the notice in a browser below `build.target` of vite.config.ts, where colours are missing or no module runs.
 * Such a browser may know no modern syntax and no stylesheet of ours, so this is ES5 and the notice has its own style.
 */
export const oldBrowserScript = [
  '(function(){var c=window.CSS,a=window.AbortSignal;',
  'if(c&&c.supports&&c.supports("color","light-dark(#000,#fff)")&&c.supports("color","oklch(0 0 0)")&&a&&a.any)return;',
  'document.getElementById("navegador-antigo").removeAttribute("hidden")})()',
].join('');

const noticeStyle = {
  padding: '12px 20px',
  background: '#fdf1d6',
  color: '#4a3200',
  font: '16px/1.5 system-ui, sans-serif',
};

export function OldBrowserNotice() {
  return (
    <>
      <p id="navegador-antigo" role="status" hidden suppressHydrationWarning style={noticeStyle}>
        Este navegador é antigo demais para o Escriba, e partes da página podem não funcionar. Atualize o
        navegador ou use uma versão recente do Chrome, Edge, Firefox ou Safari.
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, let through by its hash */}
      <script dangerouslySetInnerHTML={{ __html: oldBrowserScript }} />
    </>
  );
}
