import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { describeError } from '#web/api/error-recovery.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MarkRow, type RowActions } from './mark-row.tsx';
import { MarksTools, type MarksToolsProps } from './marks-tools.tsx';
import type { PlacedMark } from './placed-marks.ts';
import type { MarkList } from './use-marks.ts';

type MarksPanelProps = Omit<MarksToolsProps, 'onCopyAll'> & {
  list: MarkList;
  hasSound: boolean;
  hasKeyboard: boolean;
  onOpen: RowActions['open'];
  onCite: (marks: readonly PlacedMark[]) => void;
};

/** In the place of the list, so that the page keeps its shape until the text is finished. */
export const MarksLater = () => (
  <p className="text-sm text-ink-soft">Os trechos poderão ser marcados quando a transcrição terminar.</p>
);

export function MarksPanel(props: MarksPanelProps) {
  const { list, hasKeyboard } = props;
  const { query, marks } = list;
  if (query.data === undefined && query.error !== null)
    return (
      <div role="alert" className="grid justify-items-start gap-2 text-sm">
        <p className="text-loss">Os trechos marcados não carregaram. {describeError(query.error).text}</p>
        <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
          Tentar novamente
        </Button>
      </div>
    );
  if (query.data === undefined)
    return (
      <div aria-busy="true" className="grid gap-3">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-12 w-full" />
      </div>
    );
  if (marks.length === 0)
    return (
      <div className="grid gap-2 text-sm text-ink-soft">
        <p>Selecione uma fala e marque: ela fica guardada aqui.</p>
        {hasKeyboard ? <p>Com a fala selecionada, a tecla M também marca.</p> : null}
      </div>
    );
  return <Marks {...props} />;
}

/** The same functions at each render, because a list may have hundreds of rows. */
function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () => ({
      open: (each, button) => latest.current.open(each, button),
      cite: (each) => latest.current.cite(each),
      remove: (each) => latest.current.remove(each),
      accept: (each) => latest.current.accept(each),
      writeNote: (each) => latest.current.writeNote(each),
      closeNote: (each, hadFocus) => latest.current.closeNote(each, hadFocus),
      saveNote: (each, note) => latest.current.saveNote(each, note),
    }),
    [],
  );
}

const commands = { ArrowDown: 'next', ArrowUp: 'previous', Delete: 'remove', c: 'cite', C: 'cite' } as const;

function Marks(props: MarksPanelProps) {
  const { list, hasSound, onOpen, onCite } = props;
  const { marks, focused, written } = list;
  const rows = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState<string>();
  const found = marks.findIndex(({ mark }) => mark.id === stop);
  const stopAt = Math.max(0, found);

  const buttonOf = (id: string | undefined) =>
    rows.current?.querySelector<HTMLElement>(`[data-mark-row="${id}"] [data-mark-stop]`);
  const focusAt = (at: number) => buttonOf(marks[at]?.mark.id)?.focus();

  const focusMark = useEffectEvent(() => buttonOf(focused?.id)?.focus());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object asks again
  useEffect(() => focusMark(), [focused]);

  useEffect(() => {
    const panel = rows.current?.closest<HTMLElement>('.side-panel');
    // The last mark is gone, and its button had the focus.
    return () => {
      if (document.activeElement === document.body) panel?.focus();
    };
  }, []);

  const actions = useStableActions({
    open: onOpen,
    cite: (each) => onCite([each]),
    accept: list.accept,
    remove(each) {
      const at = marks.indexOf(each);
      focusAt(at === marks.length - 1 ? at - 1 : at + 1);
      list.remove(each.mark);
    },
    writeNote: ({ mark }) => list.open(mark.id, true),
    closeNote({ mark }, hadFocus) {
      if (hadFocus) buttonOf(mark.id)?.focus();
      list.closeNote(mark.id);
    },
    saveNote: ({ mark }, note) => list.saveNote(mark, note),
  });

  function onKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const current = marks[stopAt];
    if (ctrlKey || metaKey || altKey || current === undefined) return;
    if (!(target instanceof Element && target.matches('[data-mark-stop]'))) return;
    const command = commands[key as keyof typeof commands];
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (command === 'next' || command === 'previous') focusAt(stopAt + (command === 'next' ? 1 : -1));
    else actions[command](current);
  }

  return (
    <div className="grid gap-2">
      <MarksTools {...props} onCopyAll={() => onCite(marks)} />
      <ul ref={rows} onKeyDown={onKey} aria-label="Trechos marcados">
        {marks.map((each, at) => (
          <MarkRow
            key={each.mark.id}
            each={each}
            isStop={at === stopAt}
            writesNote={written.has(each.mark.id)}
            hasSound={hasSound}
            actions={actions}
            onFocus={setStop}
          />
        ))}
      </ul>
    </div>
  );
}
