import { Check, CircleAlert, CloudCheck, Pencil, Redo2, RefreshCw, Search, Undo2 } from 'lucide-react';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { TextStatus } from './text-store.ts';
import type { TranscriptView } from './use-transcript-view.ts';

/** In the header: the state of the text, edit, undo, redo and find. */
export function TextTools({ view }: { view: TranscriptView }) {
  const { editable, isEditing, isFinding, status, actions } = view;
  const EditIcon = isEditing ? Check : Pencil;
  const showsHistory = editable && (isEditing || status.canUndo || status.canRedo);
  return (
    <>
      {isEditing || status.save.kind === 'saving' || status.save.kind === 'waiting' ? (
        <SaveState save={status.save} />
      ) : null}
      {editable ? (
        <Button
          ref={view.editButton}
          variant={isEditing ? 'secondary' : 'quiet'}
          className="max-sm:size-10 max-sm:px-0"
          onClick={view.toggleEditing}
        >
          <EditIcon aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{isEditing ? 'Concluir edição' : 'Editar texto'}</span>
        </Button>
      ) : null}
      {showsHistory ? (
        <span className={isEditing ? 'flex' : 'flex max-xl:hidden'}>
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
      <Button
        ref={view.findButton}
        variant="quiet"
        title="Buscar no texto (Ctrl+F)"
        aria-keyshortcuts="Control+F"
        aria-expanded={isFinding}
        className={isEditing ? 'w-10 px-0' : 'max-[90rem]:w-10 max-[90rem]:px-0'}
        onClick={isFinding ? view.closeFind : view.openFind}
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className={isEditing ? 'sr-only' : 'max-[90rem]:sr-only'}>Buscar</span>
      </Button>
    </>
  );
}

/** Not announced, because each save would interrupt the typing. */
function SaveState({ save }: Pick<TextStatus, 'save'>) {
  const isSaved = save.kind === 'saved';
  const StateIcon = isSaved ? CloudCheck : RefreshCw;
  return (
    <span className="inline-flex items-center gap-1.5 px-2 text-sm text-ink-soft max-sm:hidden">
      <StateIcon aria-hidden="true" className="size-4" />
      <span className="max-[90rem]:sr-only">{isSaved ? 'Tudo salvo' : 'Salvando…'}</span>
    </span>
  );
}

const problemClass =
  'flex flex-wrap items-center gap-x-2 border-b border-line px-gutter py-1 text-sm sm:px-8';

/** In a line below the header: what is not saved, and what to do about it. */
export function SaveProblem({ view }: { view: TranscriptView }) {
  const { save, conflicts } = view.status;
  if (conflicts.length > 0)
    return (
      <div role="alert" className={`${problemClass} bg-notice-soft text-notice`}>
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        Há duas versões de um trecho.
        <Button variant="quiet" onClick={() => view.chooseVersion(true)}>
          Escolher
        </Button>
      </div>
    );
  if (save.kind !== 'offline' && save.kind !== 'refused') return null;
  return (
    <div role="alert" className={`${problemClass} bg-loss-soft text-loss`}>
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      {save.kind === 'refused' ? `Não salvo. ${save.text}` : 'Não salvo: sem conexão. Tentamos de novo.'}
      <Button variant="quiet" onClick={() => void view.store.saveNow()}>
        Tentar agora
      </Button>
    </div>
  );
}
