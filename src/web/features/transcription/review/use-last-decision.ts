import { useState } from 'react';
import type { TextChange } from '../text/text-edits.ts';
import type { TextStore } from '../text/text-store.ts';
import type { CheckStore } from './check-store.ts';

type Decision<InHand> = Readonly<{
  /** The passage in hand, to come back to. */
  inHand: InHand;
  heard: readonly number[];
  /** Decided for an equal word, or without sound in the recording. */
  unheard: readonly number[];
  /** What a correction for all has changed. */
  texts: readonly TextChange[];
}>;

/** Stores what a press of the person decides, and takes the last decision back. */
export function useLastDecision<InHand>(store: TextStore, checks: CheckStore) {
  const [last, setLast] = useState<Decision<InHand>>();
  const passagesOf = (ids: readonly number[]) =>
    ids.map((id) => ({ id, text: store.segmentAt(id)?.text ?? '' }));
  return {
    canTakeBack: last !== undefined,
    decide(decision: Decision<InHand>) {
      const { heard, unheard, texts } = decision;
      store.change(texts);
      if (heard.length > 0) checks.confirm(passagesOf(heard));
      if (unheard.length > 0) checks.accept(passagesOf(unheard));
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
