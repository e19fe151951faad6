import { useState } from 'react';
import { type Doubt, playedMs } from '#domain/transcript/open-doubts.ts';
import type { TextChange } from '../text/text-edits.ts';
import type { TextStore } from '../text/text-store.ts';
import type { CheckStore } from './check-store.ts';

type Decision<InHand> = Readonly<{
  /** The passage in hand, to come back to. */
  inHand: InHand;
  /** The passage in hand, if its sound has passed. */
  heard: readonly number[];
  /** Decided for an equal word, or without sound in the recording. */
  unheard: readonly number[];
  /** What a correction for all has changed. */
  texts: readonly TextChange[];
}>;

/** Stores what a press of the person decides, and takes the last decision back. */
export function useLastDecision<InHand extends Readonly<{ doubt: Doubt }>>(
  store: TextStore,
  checks: CheckStore,
) {
  const [last, setLast] = useState<Decision<InHand>>();
  const textOf = (id: number) => store.segmentAt(id)?.text ?? '';

  function confirmHeard({ doubt }: InHand) {
    const segment = store.segmentAt(doubt.id);
    const heardMs = segment === undefined ? 0 : playedMs(doubt, segment);
    checks.confirm([{ id: doubt.id, text: textOf(doubt.id), heardMs }]);
  }

  return {
    canTakeBack: last !== undefined,
    decide(decision: Decision<InHand>) {
      const { inHand, heard, unheard, texts } = decision;
      store.change(texts);
      if (heard.length > 0) confirmHeard(inHand);
      if (unheard.length > 0) checks.accept(unheard.map((id) => ({ id, text: textOf(id) })));
      setLast(decision);
    },
    takeBack(): InHand | undefined {
      if (last === undefined) return undefined;
      for (const id of [...last.heard, ...last.unheard]) checks.withdraw(id);
      // A text that the person has changed since then stays.
      const unchanged = last.texts.filter(({ id, after }) => store.segmentAt(id)?.text === after);
      store.change(unchanged.map(({ id, before }) => ({ id, after: before })));
      setLast(undefined);
      return last.inHand;
    },
    forget: () => setLast(undefined),
  };
}
