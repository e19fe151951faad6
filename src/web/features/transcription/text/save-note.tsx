import { CircleAlert, CloudCheck, RefreshCw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { TextStatus } from './text-store.ts';

type SaveNoteProps = { status: TextStatus; onRetry: () => void; onResolve: () => void };

const noteClass = 'inline-flex min-h-10 items-center gap-1.5 text-sm';

/** Only what goes wrong is said aloud: each second of typing would be announced otherwise. */
export function SaveNote({ status: { save, conflicts }, onRetry, onResolve }: SaveNoteProps) {
  if (conflicts.length > 0)
    return (
      <span role="alert" className={`${noteClass} flex-wrap text-notice`}>
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        Há duas versões de um trecho.
        <Button variant="quiet" onClick={onResolve}>
          Escolher
        </Button>
      </span>
    );
  if (save.kind === 'offline' || save.kind === 'refused')
    return (
      <span role="alert" className={`${noteClass} flex-wrap text-loss`}>
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {save.kind === 'refused' ? `Não salvo. ${save.text}` : 'Não salvo: sem conexão. Tentamos de novo.'}
        <Button variant="quiet" onClick={onRetry}>
          Tentar agora
        </Button>
      </span>
    );
  return (
    <span className={`${noteClass} text-ink-soft`}>
      {save.kind === 'saved' ? (
        <CloudCheck aria-hidden="true" className="size-4" />
      ) : (
        <RefreshCw aria-hidden="true" className="size-4" />
      )}
      {save.kind === 'saved' ? 'Tudo salvo' : 'Salvando…'}
    </span>
  );
}
