import { ChevronDown, RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuChoices, MenuItem, MenuNote, MenuSeparator } from '#web/ui/menu.tsx';
import { promptName } from './summary-texts.ts';
import { usePromptChoices } from './use-prompt-choices.ts';

type SummaryToolsProps = {
  /** Of the shown summary, or of the running one. */
  prompt: string;
  isBusy: boolean;
  /** No model is configured. */
  isOff: boolean;
  /** The open editor has its own button. */
  isEditorOpen: boolean;
  onGenerate: (prompt: string) => void;
  onAgain: () => void;
  onOpenEditor: () => void;
};

const again = 'Gerar novamente com este prompt';

/** The template of the summary, and the button for another one. */
export function SummaryTools(props: SummaryToolsProps) {
  const { prompt, isBusy, isOff, isEditorOpen, onGenerate, onAgain, onOpenEditor } = props;
  const { own, value, readyChoices, ownChoices, choose } = usePromptChoices(prompt, onGenerate);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed template, or the editor with its button, has left the page.
    if (isBusy && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('[aria-busy]')?.focus({ preventScroll: true });
  }, [isBusy]);
  const name = promptName(prompt, own);
  return (
    <div ref={row} className="-mx-4 -my-1 flex min-h-10 items-center justify-between gap-1 print:hidden">
      {isBusy ? (
        <p className="min-w-0 truncate px-4 text-sm font-semibold">{name}</p>
      ) : (
        <Menu
          label="Fazer outro resumo"
          align="start"
          trigger={
            <Button variant="quiet" aria-label={`${name}: fazer outro resumo`} className="min-w-0">
              <span className="truncate font-semibold text-ink">{name}</span>
              <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
            </Button>
          }
        >
          <div className="max-h-104 min-h-24 w-72 max-w-full overflow-y-auto">
            {isOff ? null : (
              <>
                <MenuNote>Fazer outro resumo</MenuNote>
                <MenuChoices value={value} choices={readyChoices} onChoose={choose} />
              </>
            )}
            {isOff || own.length === 0 ? null : (
              <>
                <MenuNote>Meus prompts</MenuNote>
                <MenuChoices value={value} choices={ownChoices} onChoose={choose} />
              </>
            )}
          </div>
          <MenuSeparator />
          <MenuItem onSelect={onOpenEditor}>Ver ou editar o prompt</MenuItem>
        </Menu>
      )}
      {/* One element for both, so that the end of the summary does not lose the focus. */}
      {!isBusy && (isEditorOpen || isOff) ? null : (
        <Button
          variant="quiet"
          busy={isBusy}
          className="shrink-0"
          {...(!isBusy && { 'aria-label': again, title: again })}
          onClick={onAgain}
        >
          {isBusy ? 'Gerando...' : <RotateCw aria-hidden="true" className="size-4" />}
        </Button>
      )}
    </div>
  );
}
