import { Check, CircleAlert, CloudCheck, Pencil, Redo2, RefreshCw, Search, Undo2 } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { TextStatus } from './text-store.ts';

type TextToolbarProps = {
  editable: boolean;
  isEditing: boolean;
  isFinding: boolean;
  hasDoubt: boolean;
  marksDoubt: boolean;
  status: TextStatus;
  editButton: Ref<HTMLButtonElement>;
  findButton: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onFind: () => void;
  onUndo: () => void;
  onRedo: () => void;
  onMarkDoubt: (marks: boolean) => void;
  note: ReactNode;
};

export function TextToolbar(props: TextToolbarProps) {
  const { editable, isEditing, isFinding, hasDoubt, marksDoubt, status, note } = props;
  const EditIcon = isEditing ? Check : Pencil;
  const showsHistory = editable && (isEditing || status.canUndo || status.canRedo);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-2 py-1.5">
      {editable ? (
        <Button ref={props.editButton} variant={isEditing ? 'secondary' : 'quiet'} onClick={props.onEdit}>
          <EditIcon aria-hidden="true" className="size-4" />
          {isEditing ? 'Concluir edição' : 'Editar texto'}
        </Button>
      ) : null}
      <span className="flex">
        {showsHistory ? (
          <>
            <IconButton
              label="Desfazer"
              aria-keyshortcuts="Control+Z"
              disabled={!status.canUndo}
              onClick={props.onUndo}
            >
              <Undo2 aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton
              label="Refazer"
              aria-keyshortcuts="Control+Shift+Z"
              disabled={!status.canRedo}
              onClick={props.onRedo}
            >
              <Redo2 aria-hidden="true" className="size-5" />
            </IconButton>
          </>
        ) : null}
        <IconButton
          ref={props.findButton}
          label={editable ? 'Localizar e trocar' : 'Localizar'}
          aria-keyshortcuts="Control+F"
          aria-expanded={isFinding}
          onClick={props.onFind}
        >
          <Search aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
      {hasDoubt && !isEditing ? (
        <Switch label="Palavras em dúvida" checked={marksDoubt} onCheckedChange={props.onMarkDoubt} />
      ) : null}
      {note === null ? null : <span className="ml-auto pr-2">{note}</span>}
    </div>
  );
}

type SaveNoteProps = { status: TextStatus; onRetry: () => void; onResolve: () => void };

const noteClass = 'inline-flex min-h-10 items-center gap-1.5 text-sm';

/** Screen readers announce only failures, because each save would interrupt the typing. */
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
  const isSaved = save.kind === 'saved';
  const StateIcon = isSaved ? CloudCheck : RefreshCw;
  return (
    <span className={`${noteClass} text-ink-soft`}>
      <StateIcon aria-hidden="true" className="size-4" />
      {isSaved ? 'Tudo salvo' : 'Salvando…'}
    </span>
  );
}
