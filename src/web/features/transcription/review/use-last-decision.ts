import { useState } from 'react';
import { type Doubt, playedMs } from '#domain/transcript/doubt-order.ts';
import type { TextChange } from '../text/text-edits.ts';
import type { TextStore } from '../text/text-store.ts';
import type { CheckStore } from './check-store.ts';

type Decision<Doubtful> = Readonly<{
  /** The passage on the screen, to come back to. */
  current: Doubtful;
  /** Whose sound has passed, of the passage on the screen. */
  heard: Doubt | undefined;
  /** Decided for an equal word, or without sound in the recording. */
  unheard: readonly number[];
  /** What a correction for all has changed. */
  texts: readonly TextChange[];
}>;

/** Stores what a press of the person decides, and takes the last decision back. */
export function useLastDecision<Doubtful extends Readonly<{ doubt: Doubt }>>(
  store: TextStore,
  checks: CheckStore,
) {
  const [last, setLast] = useState<Decision<Doubtful>>();
  const textOf = (id: number) => store.segmentAt(id)?.text ?? '';

  function confirmHeard(doubt: Doubt) {
    const segment = store.segmentAt(doubt.id);
    const heardMs = segment === undefined ? 0 : playedMs(doubt, segment);
    checks.confirm([{ id: doubt.id, text: textOf(doubt.id), heardMs }]);
  }

  return {
    canTakeBack: last !== undefined,
    decide(decision: Decision<Doubtful>) {
      const { heard, unheard, texts } = decision;
      store.change(texts);
      if (heard !== undefined) confirmHeard(heard);
      if (unheard.length > 0) checks.accept(unheard.map((id) => ({ id, text: textOf(id) })));
      setLast(decision);
    },
    takeBack(): Doubtful | undefined {
      if (last === undefined) return undefined;
      const heard = last.heard === undefined ? [] : [last.heard.id];
      for (const id of [...heard, ...last.unheard]) checks.withdraw(id);
      // A text that the person has changed since then stays.
      const unchanged = last.texts.filter(({ id, after }) => store.segmentAt(id)?.text === after);
      store.change(unchanged.map(({ id, before }) => ({ id, after: before })));
      setLast(undefined);
      return last.current;
    },
    forget: () => setLast(undefined),
  };
}
