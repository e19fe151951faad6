import { useEffect, useRef, useState } from 'react';
import { speakerName } from '#domain/transcript/transcript-text.ts';
import { randomUuid } from '#web/browser/random-uuid.ts';
import { toast } from '#web/ui/toast.tsx';
import type { Player } from '../player/create-player.ts';
import { namingOf } from '../text/speaker-naming.ts';
import type { Step } from '../text/text-edits.ts';
import { type NamedTurn, waitForElement } from '../text/text-rows.tsx';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { clearTarget, highlightTarget } from './highlight-target.ts';
import { createPeopleOrder, peopleOf } from './people.ts';
import type { Choice, Scope } from './person-options.ts';
import { useSample } from './use-sample.ts';

/** The part of the text that a person asks about. */
export type PersonTarget = Readonly<{
  ids: readonly number[];
  /** Undefined where the text does not say who speaks, or where several people do. */
  speaker: string | undefined;
  anchor: Readonly<{ getBoundingClientRect: () => DOMRect }>;
  /** The list closes without a choice. */
  onCancel: () => void;
}>;

type Selection = Readonly<{ ids: readonly number[]; left: number; top: number; bottom: number }>;

type PersonListOptions = {
  view: TranscriptView;
  player: Player | undefined;
};

export type PersonList = ReturnType<typeof usePersonList>;

/** Twelve letters of a random number: two tabs that add a person at once must not mean the same one. */
const newSpeaker = () => randomUuid().slice(-12);

/** The list of people at a name or a selection, and the same choices by the keys 1 to 9. */
export function usePersonList({ view, player }: PersonListOptions) {
  const { store, box, onRowsDrawn } = view;
  const [target, setTarget] = useState<PersonTarget>();
  const [inOrder] = useState(createPeopleOrder);
  const sample = useSample(view, player);
  const lastToast = useRef(0);
  useEffect(() => () => toast.dismiss(lastToast.current), []);
  useEffect(() => {
    if (target === undefined) return;
    const stop = onRowsDrawn(() => highlightTarget(box.current, target.ids));
    return () => {
      stop();
      clearTarget();
    };
  }, [target, onRowsDrawn, box]);

  const people = () => inOrder(peopleOf(store.segments(), store.names()));
  const nameOf = (speaker: string) => speakerName(speaker, namingOf(store));

  /** Offers an undo while this is the last step: later, Ctrl+Z takes back what came after it. */
  function tell(text: string, step: Step) {
    toast.dismiss(lastToast.current);
    const id = toast.success(text, {
      action: { label: 'Desfazer', onClick: view.actions.undo },
      onClose: () => stopWatching(),
    });
    const stopWatching = store.subscribe(() => {
      if (!store.isLastStep(step)) toast.dismiss(id);
    });
    lastToast.current = id;
  }

  type Given = { name?: string; text?: string; where?: string };
  function give(ids: readonly number[], speaker: string, { name, text, where = 'Este trecho' }: Given = {}) {
    view.keepPlace();
    const step = store.assign(ids, speaker, name);
    if (step !== undefined) tell(text ?? `${where} agora é de ${nameOf(speaker)}.`, step);
  }

  function rename(speaker: string, name: string) {
    const before = nameOf(speaker);
    const step = store.rename(speaker, name);
    if (step !== undefined) tell(`${before} agora é ${nameOf(speaker)}.`, step);
  }

  /** At the name of the turn; the turn may have become a part of the one before it. */
  function focusTurn(id: number) {
    waitForElement(
      () => {
        const row = box.current?.querySelector(`[data-segment="${id}"]`)?.closest('li');
        return row?.querySelector<HTMLElement>('[data-turn-name], [data-row-stop]');
      },
      (name) => name.focus({ preventScroll: true }),
    );
  }

  function leave() {
    sample.stop();
    setTarget(undefined);
  }

  function choose(choice: Choice, scope: Scope) {
    if (target === undefined) return;
    const { ids, speaker } = target;
    leave();
    focusTurn(ids[0] ?? 0);
    if (speaker === undefined || scope === 'here') {
      if (choice.kind === 'person') return give(ids, choice.person.speaker);
      const name = choice.kind === 'new' ? '' : choice.name;
      return give(ids, newSpeaker(), name === '' ? {} : { name });
    }
    if (choice.kind === 'new') return;
    if (choice.kind !== 'person') return rename(speaker, choice.name);
    const all = store.segments().filter((segment) => segment.speaker === speaker);
    const text = `${nameOf(speaker)} e ${choice.person.name} agora são uma pessoa só.`;
    give(
      all.map(({ id }) => id),
      choice.person.speaker,
      { text },
    );
  }

  return {
    target,
    people,
    sample,
    canPlay: player !== undefined,
    segments: store.segments,
    subscribe: store.subscribe,
    openAtName({ speaker, ids }: NamedTurn, button: HTMLElement) {
      setTarget({
        ids,
        speaker,
        anchor: fixedAt(button.getBoundingClientRect()),
        onCancel: () => button.focus(),
      });
    },
    openAtSelection({ ids, left, top, bottom }: Selection, onCancel: () => void) {
      const rect = new DOMRect(left, top, 1, bottom - top);
      setTarget({ ids, speaker: undefined, anchor: fixedAt(rect), onCancel });
    },
    choose,
    close() {
      leave();
      target?.onCancel();
    },
    /** By a key: the person with this number, or the next new one. */
    giveToNumber(ids: readonly number[], number: number, where?: string) {
      const known = people();
      const person = known[number - 1];
      const given = where === undefined ? {} : { where };
      if (person !== undefined) return give(ids, person.speaker, given);
      if (number === known.length + 1) return give(ids, newSpeaker(), given);
      toast.dismiss(lastToast.current);
      lastToast.current = toast.error(tooFewText(known.length));
    },
  };
}

/** Where it was: the page may scroll below the open list, and the list must not leave the window with it. */
const fixedAt = (rect: DOMRect): PersonTarget['anchor'] => ({ getBoundingClientRect: () => rect });

const tooFewText = (count: number) =>
  count === 0
    ? 'Ainda não há ninguém. A tecla 1 é da primeira pessoa.'
    : count === 1
      ? 'Só há uma pessoa. A tecla 2 acrescenta outra.'
      : `Só há ${count} pessoas. A tecla ${count + 1} acrescenta outra.`;
