import { Download, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { productName } from '#web/app/installation.ts';
import { downloadFile } from '#web/browser/download-file.ts';
import { formatDateTime } from '#web/format/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type RecoveryCodesDialogProps = {
  codes: readonly string[];
  /** The account's e-mail, which the downloaded file contains. */
  email: string;
  onClose: () => void;
};

function fileText(codes: readonly string[], email: string) {
  const head = [
    `Códigos de recuperação · ${productName}`,
    `Conta: ${email}`,
    `Gerados em ${formatDateTime(new Date().toISOString())}`,
    'Cada código funciona uma única vez.',
  ];
  return [...head, '', ...codes, ''].join('\r\n');
}

/** The codes are shown only once, so the dialog does not close by accident. */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const [kept, setKept] = useState(false);
  const [warned, setWarned] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  function close() {
    if (kept) return onClose();
    setWarned(true);
    box.current?.querySelector<HTMLElement>('[role=checkbox]')?.focus();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title="Guarde seus códigos de recuperação"
      description="Com um deles você entra se ficar sem o aparelho. Cada código funciona uma vez, e eles não aparecem de novo."
    >
      <div data-print-alone className="mt-5 rounded-control border border-line bg-sunken p-4">
        <p className="hidden pb-3 text-sm print:block">
          {productName} · {email}
        </p>
        <ol aria-label="Códigos de recuperação" className="grid grid-cols-2 gap-x-4 gap-y-2 text-center">
          {codes.map((code) => (
            <li key={code}>
              <code className="text-sm whitespace-nowrap">{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <CopyButton text={codes.join('\n')} label="Copiar" doneLabel="Copiados" />
        <Button
          variant="secondary"
          onClick={() =>
            downloadFile(
              new Blob([fileText(codes, email)], { type: 'text/plain;charset=utf-8' }),
              'codigos-de-recuperacao.txt',
            )
          }
        >
          <Download aria-hidden="true" className="size-4" />
          Baixar .txt
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Imprimir
        </Button>
      </div>
      <div ref={box} className="mt-4 -ml-2.5 print:hidden">
        <Checkbox
          checked={kept}
          onCheckedChange={(next) => {
            setKept(next);
            setWarned(false);
          }}
          label="Guardei meus códigos"
        />
      </div>
      <p role="status" className="text-sm text-notice">
        {warned ? 'Guarde os códigos e marque a caixa antes de fechar.' : null}
      </p>
      <Button className="mt-3 justify-self-start" disabled={!kept} onClick={onClose}>
        Concluir
      </Button>
    </Dialog>
  );
}
