import { formatTimestamp } from '#domain/format/timestamp.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Resolution, TextStore } from './text-store.ts';

type ConflictDialogProps = {
  store: TextStore;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onResolve: (resolution: Resolution) => void;
};

const maxShown = 5;

function Version({ label, text }: { label: string; text: string }) {
  return (
    <div className="rounded-control border border-line bg-sunken p-3">
      <p className="text-sm font-medium text-ink-soft">{label}</p>
      <p className="mt-1 font-serif">{text === '' ? '(apagado)' : text}</p>
    </div>
  );
}

export function ConflictDialog({ store, open, onOpenChange, onResolve }: ConflictDialogProps) {
  const { conflicts } = store.status();
  const more = conflicts.length - maxShown;
  return (
    <Dialog
      open={open && conflicts.length > 0}
      onOpenChange={onOpenChange}
      title="Este texto mudou em outro lugar"
      description="O mesmo trecho foi corrigido aqui e em outra aba ou aparelho. Escolha o que fica: desfazer traz a outra versão de volta."
    >
      <ul className="mt-4 grid gap-4">
        {conflicts.slice(0, maxShown).map(({ id, mine, theirs }) => (
          <li key={id} className="grid gap-2">
            <p className="text-sm text-ink-soft tabular-nums">
              Trecho em {formatTimestamp(store.segmentAt(id)?.start_ms ?? 0)}
            </p>
            <Version label="Aqui" text={mine} />
            <Version label="No outro lugar" text={theirs} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-3 text-sm text-ink-soft">E mais {more} trechos.</p> : null}
      <div className="mt-6 grid gap-3">
        <Button onClick={() => onResolve('mine')}>Ficar com o que está aqui</Button>
        <Button variant="secondary" onClick={() => onResolve('theirs')}>
          Ficar com o do outro lugar
        </Button>
        <Button variant="secondary" onClick={() => onResolve('both')}>
          Manter os dois, um depois do outro
        </Button>
      </div>
    </Dialog>
  );
}
