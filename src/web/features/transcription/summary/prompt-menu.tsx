import { BookmarkPlus, ChevronDown, ListX, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuChoices, MenuItem } from '#web/ui/menu.tsx';
import { OwnPromptsDialog, SavePromptDialog } from './saved-prompt-dialogs.tsx';
import { usePromptChoices } from './use-prompt-choices.ts';

type PromptMenuProps = {
  text: string;
  canSave: boolean;
  /** The user's own text that another prompt replaced. */
  replaced: string | undefined;
  onChoose: (prompt: string) => void;
};

const groupClass = 'px-3 pt-2 pb-1 text-xs font-medium text-ink-soft';

export function PromptMenu({ text, canSave, replaced, onChoose }: PromptMenuProps) {
  const { own, all, value, readyChoices, ownChoices, choose } = usePromptChoices(text, onChoose);
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const trigger = useRef<HTMLButtonElement>(null);
  const isReplacedHere =
    replaced === undefined || replaced === text || all.some(({ prompt }) => prompt === replaced);
  const close = () => setDialog(undefined);

  return (
    <>
      <Menu
        label="Prompts prontos"
        trigger={
          <Button ref={trigger} variant="secondary" className="justify-between">
            Prompts prontos
            <ChevronDown aria-hidden="true" className="size-4" />
          </Button>
        }
      >
        {/* Only the prompts scroll when the menu is too tall. */}
        <div className="max-h-104 min-h-24 w-72 max-w-full overflow-y-auto">
          <MenuChoices value={value} choices={readyChoices} onChoose={choose} />
          {own.length === 0 ? null : (
            <div className="mt-1 border-t border-line pt-1">
              <p className={groupClass}>Meus prompts</p>
              <MenuChoices value={value} choices={ownChoices} onChoose={choose} />
            </div>
          )}
        </div>
        <div className="mt-1 shrink-0 border-t border-line pt-1">
          {isReplacedHere ? null : (
            <MenuItem onSelect={() => onChoose(replaced)}>
              <Undo2 aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              <span className="min-w-0">
                Voltar ao meu texto
                <span className="block max-w-56 truncate text-ink-soft">{replaced}</span>
              </span>
            </MenuItem>
          )}
          <MenuItem disabled={!canSave} onSelect={() => setDialog('save')}>
            <BookmarkPlus aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            Guardar este prompt…
          </MenuItem>
          {own.length === 0 ? null : (
            <MenuItem onSelect={() => setDialog('manage')}>
              <ListX aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              Excluir prompts guardados…
            </MenuItem>
          )}
        </div>
      </Menu>
      <SavePromptDialog open={dialog === 'save'} onClose={close} prompt={text} opener={trigger} />
      <OwnPromptsDialog open={dialog === 'manage'} onClose={close} own={own} opener={trigger} />
    </>
  );
}
