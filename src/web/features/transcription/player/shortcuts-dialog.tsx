import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { shortcutList } from './player-keys.ts';

type ShortcutsDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  areOn: boolean;
  onTurn: (on: boolean) => void;
};

const keyClass =
  'inline-grid min-w-8 place-items-center rounded-control border border-line-strong/70 bg-paper px-2 py-0.5 font-sans text-sm';

export function ShortcutsDialog({ open, onOpenChange, areOn, onTurn }: ShortcutsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Atalhos do teclado"
      description="Valem em toda esta página, menos enquanto você escreve."
    >
      <table className="mt-4 w-full text-left">
        <thead className="sr-only">
          <tr>
            <th scope="col">O que faz</th>
            <th scope="col">Teclas</th>
          </tr>
        </thead>
        <tbody>
          {shortcutList.map(({ keys, what }) => (
            <tr key={what} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pr-4 font-normal">
                {what}
              </th>
              <td className="py-2 text-right whitespace-nowrap">
                {keys.map((key, at) => (
                  <span key={key}>
                    {at === 0 ? null : <span className="px-1.5 text-sm text-ink-soft">ou</span>}
                    <kbd className={keyClass}>{key}</kbd>
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-4">
        <Switch label="Usar atalhos do teclado" checked={areOn} onCheckedChange={onTurn} />
      </div>
    </Dialog>
  );
}
