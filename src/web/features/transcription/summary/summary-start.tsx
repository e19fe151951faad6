import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { readyPrompts } from '#domain/ready-prompts.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { savedPromptsQuery } from './api.ts';

type SummaryStartProps = {
  /** No model is configured. */
  isOff: boolean;
  onGenerate: (prompt: string) => void;
};

/** Before the first summary: one press on a template generates. */
export function SummaryStart({ isOff, onGenerate }: SummaryStartProps) {
  const { data: own = [] } = useQuery(savedPromptsQuery);
  return (
    <div className="grid gap-3 print:hidden">
      <p className="max-w-reading text-sm text-ink-soft">
        Escolha um modelo. O resumo é da gravação inteira, e cada tempo citado leva ao momento em que aquilo
        foi dito.
      </p>
      <ul className="grid grid-cols-2 gap-2 @form:grid-cols-3">
        {readyPrompts.map(({ id, name, prompt }) => (
          <li key={id} className="grid">
            <Button
              variant="secondary"
              disabled={isOff}
              className="min-h-14 justify-start text-left leading-tight"
              onClick={() => onGenerate(prompt)}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {own.length === 0 ? null : (
        <Menu
          label="Meus prompts"
          trigger={
            <Button variant="secondary" disabled={isOff} className="justify-between">
              Meus prompts
              <ChevronDown aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          {own.map(({ id, name, prompt }) => (
            <MenuItem key={id} onSelect={() => onGenerate(prompt)}>
              <span className="max-w-64 min-w-0 wrap-anywhere">{name}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
