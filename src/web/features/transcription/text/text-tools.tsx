import { Check, CircleAlert, CloudCheck, Pencil, Redo2, RefreshCw, Search, Undo2 } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { TextStatus } from './text-store.ts';
import type { TranscriptView } from './use-transcript-view.ts';

/** Edit, undo, redo and find. */
export function TextTools({ view }: { view: TranscriptView }) {
  const { editable, isEditing, isFinding, status, actions } = view;
  const EditIcon = isEditing ? Check : Pencil;
  const showsHistory = editable && (isEditing || status.canUndo || status.canRedo);
  const showsNote = isEditing || status.save.kind !== 'saved' || status.conflicts.length > 0;
  return (
    <>
      {editable ? (
        <Button
          ref={view.editButton}
          variant={isEditing ? 'secondary' : 'quiet'}
          onClick={view.toggleEditing}
        >
          <EditIcon aria-hidden="true" className="size-4" />
          {isEditing ? 'Concluir edição' : 'Editar texto'}
        </Button>
      ) : null}
      {showsHistory ? (
        <span className="flex">
          <IconButton
            label="Desfazer"
            aria-keyshortcuts="Control+Z"
            disabled={!status.canUndo}
            onClick={actions.undo}
          >
            <Undo2 aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label="Refazer"
            aria-keyshortcuts="Control+Shift+Z"
            disabled={!status.canRedo}
            onClick={actions.redo}
          >
            <Redo2 aria-hidden="true" className="size-5" />
          </IconButton>
        </span>
      ) : null}
      <IconButton
        ref={view.findButton}
        label={editable ? 'Localizar e trocar' : 'Localizar'}
        aria-keyshortcuts="Control+F"
        aria-expanded={isFinding}
        onClick={isFinding ? view.closeFind : view.openFind}
      >
        <Search aria-hidden="true" className="size-5" />
      </IconButton>
      {view.hasDoubt && !isEditing ? (
        <Switch label="Palavras em dúvida" checked={view.marksDoubt} onCheckedChange={view.setMarksDoubt} />
      ) : null}
      {showsNote ? (
        <span className="ml-auto pr-2">
          <SaveNote
            status={status}
            onRetry={() => void view.store.saveNow()}
            onResolve={() => view.chooseVersion(true)}
          />
        </span>
      ) : null}
    </>
  );
}

type SaveNoteProps = { status: TextStatus; onRetry: () => void; onResolve: () => void };

const noteClass = 'inline-flex min-h-10 items-center gap-1.5 text-sm';

/** Screen readers announce only failures, because each save would interrupt the typing. */
function SaveNote({ status: { save, conflicts }, onRetry, onResolve }: SaveNoteProps) {
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
