import { Check, Pencil, Redo2, Search, Undo2 } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
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
  const showsHistory = editable && (isEditing || status.canUndo || status.canRedo);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-2 py-1.5">
      {editable ? (
        <Button ref={props.editButton} variant={isEditing ? 'secondary' : 'quiet'} onClick={props.onEdit}>
          {isEditing ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Pencil aria-hidden="true" className="size-4" />
          )}
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
