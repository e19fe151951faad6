import { InlineScript } from './inline-script.tsx';
import { oldBrowserScript } from './old-browser-script.ts';

/** A stylesheet of ours may say nothing to such a browser. */
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
      <InlineScript script={import.meta.env.SSR ? oldBrowserScript : ''} />
    </>
  );
}
