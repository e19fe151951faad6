import { Quote as QuoteSign, StickyNote, Trash2, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { NoteField, useNoteDraft } from './note-field.tsx';
import type { PlacedMark } from './placed-marks.ts';

/** Stable, because a list may have hundreds of rows. */
export type RowActions = Readonly<{
  open: (each: PlacedMark, button: HTMLElement) => void;
  cite: (each: PlacedMark) => void;
  remove: (each: PlacedMark) => void;
  accept: (each: PlacedMark) => void;
  writeNote: (each: PlacedMark) => void;
  closeNote: (each: PlacedMark, hadFocus: boolean) => void;
  saveNote: (each: PlacedMark, note: string) => Promise<void>;
}>;

type MarkRowProps = {
  each: PlacedMark;
  /** The only row of the list in the Tab order. */
  isStop: boolean;
  writesNote: boolean;
  hasSound: boolean;
  actions: RowActions;
  /** The focus came into the row. */
  onFocus: (id: string) => void;
};

export const MarkRow = memo(function MarkRow(props: MarkRowProps) {
  const { each, isStop, writesNote, hasSound, actions, onFocus } = props;
  const { mark, place, words, voices } = each;
  const isGone = place.state === 'gone';
  const startMs = isGone ? (mark.start_ms ?? undefined) : place.startMs;
  const time = startMs === undefined ? undefined : formatTimestamp(startMs);
  const draft = useNoteDraft(mark.id).read();
  const tabIndex = isStop ? 0 : -1;
  return (
    <li
      data-mark-row={mark.id}
      onFocus={() => onFocus(mark.id)}
      className="mark-row relative grid gap-1.5 border-b border-line py-3"
    >
      <button
        type="button"
        data-mark-stop
        tabIndex={tabIndex}
        // Without `disabled`, because the keys of the list begin at this button.
        aria-disabled={isGone || undefined}
        title={isGone ? undefined : hasSound ? 'Ouvir e ver no texto' : 'Ver no texto'}
        onClick={(event) => isGone || actions.open(each, event.currentTarget)}
        className="mark-words -mx-2 grid gap-1 rounded-control px-2 py-1 text-left transition-colors"
      >
        {/* The right part of the line is that of the buttons. */}
        <span className="mark-head flex min-w-0 items-center gap-2 text-sm text-ink-soft tabular-nums">
          {time === undefined ? null : <span>{time}</span>}
          {voices.length === 0 ? null : (
            <span className="truncate font-medium text-ink">{voices.join(', ')}</span>
          )}
        </span>
        <span lang="pt-BR" dir="auto" className="line-clamp-5 font-serif text-base wrap-anywhere">
          “{words}”
        </span>
      </button>
      <Changed each={each} tabIndex={tabIndex} onAccept={() => actions.accept(each)} />
      {writesNote ? (
        <NoteField
          markId={mark.id}
          note={mark.note}
          onSave={(note) => actions.saveNote(each, note)}
          onClose={(hadFocus) => actions.closeNote(each, hadFocus)}
        />
      ) : mark.note === '' ? null : (
        <p dir="auto" className="border-l-2 border-thread pl-3 text-sm whitespace-pre-line wrap-anywhere">
          {mark.note}
        </p>
      )}
      {writesNote || draft === undefined ? null : (
        <Button
          variant="quiet"
          tabIndex={tabIndex}
          className="-ml-4 justify-self-start text-notice"
          onClick={() => actions.writeNote(each)}
        >
          Nota não salva. Continuar
        </Button>
      )}
      {writesNote ? null : (
        <div className="mark-actions absolute flex">
          {isGone ? null : (
            <IconButton label="Citar" tabIndex={tabIndex} onClick={() => actions.cite(each)}>
              <QuoteSign aria-hidden="true" className="size-4" />
            </IconButton>
          )}
          <IconButton
            label={mark.note === '' ? 'Escrever nota' : 'Editar nota'}
            tabIndex={tabIndex}
            onClick={() => actions.writeNote(each)}
          >
            <StickyNote aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label="Remover a marca" tabIndex={tabIndex} onClick={() => actions.remove(each)}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      )}
    </li>
  );
});

type ChangedProps = { each: PlacedMark; tabIndex: number; onAccept: () => void };

function Changed({ each: { mark, place }, tabIndex, onAccept }: ChangedProps) {
  if (place.state === 'same') return null;
  const isGone = place.state === 'gone';
  return (
    <div className="grid justify-items-start gap-1 rounded-control bg-notice-soft px-3 py-2 text-sm text-notice">
      <p className="flex items-start gap-1.5">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {isGone
          ? 'Este trecho foi apagado do texto.'
          : 'O texto mudou depois da marca. A citação leva o de agora.'}
      </p>
      {isGone ? null : (
        <>
          <p className="line-clamp-3 wrap-anywhere">Antes: “{mark.quote}”</p>
          <Button variant="quiet" tabIndex={tabIndex} className="-ml-4 text-notice" onClick={onAccept}>
            Está certo assim
          </Button>
        </>
      )}
    </div>
  );
}
