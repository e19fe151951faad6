import { Dialog } from '#web/ui/dialog.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { savePausesWhileWriting, usePausesWhileWriting } from './player-settings.ts';
import { shortcutGroups } from './shortcut-list.ts';

type ShortcutsDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  areOn: boolean;
  onTurn: (on: boolean) => void;
};

const keyClass =
  'inline-grid min-w-8 place-items-center rounded-control border border-line-strong/70 bg-paper px-2 py-0.5 font-sans text-sm';

export function ShortcutsDialog({ open, onOpenChange, areOn, onTurn }: ShortcutsDialogProps) {
  const pausesWhileWriting = usePausesWhileWriting();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Atalhos do teclado" layout="wide">
      <div className="mt-4 gap-x-10 md:columns-2">
        {shortcutGroups.map(({ name, shortcuts }) => (
          <table key={name} className="mb-4 w-full break-inside-avoid text-left">
            <caption className="pb-1 text-left text-sm font-semibold text-ink-soft">{name}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">O que faz</th>
                <th scope="col">Teclas</th>
              </tr>
            </thead>
            <tbody>
              {shortcuts.map(({ keys, what }) => (
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
        ))}
      </div>
      <div className="flex flex-wrap gap-x-8 border-t border-line pt-3">
        <Switch label="Usar os atalhos sem Ctrl" checked={areOn} onCheckedChange={onTurn} />
        <Switch
          label="Pausar enquanto escrevo"
          checked={pausesWhileWriting}
          onCheckedChange={savePausesWhileWriting}
        />
      </div>
    </Dialog>
  );
}
