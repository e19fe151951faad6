import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Doubt, type DoubtLevel, orderDoubts, replaceEqual } from '#domain/transcript/open-doubts.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { withoutSigns } from '#domain/transcript/word-key.ts';
import { textFacts } from '#domain/transcript/word-risk.ts';
import type { Player } from '../player/create-player.ts';
import { playPassage } from '../player/play-passage.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { markReview } from './review-marks.ts';
import { useChecks } from './use-checks.ts';
import { writtenWord } from './written-word.ts';

const noSegments: readonly StoredSegment[] = [];
export const inaudible = '[inaudível]';

/** A passage in hand. */
type Current = Readonly<{
  doubt: Doubt;
  /** Its text when the person came to it. */
  text: string;
  /** The other doubts in their order, from this one on. A correction takes this one out of the list. */
  others: readonly number[];
}>;

export type Review = ReturnType<typeof useReview>;

type ReviewOptions = {
  jobId: string;
  view: TranscriptView;
  /** Undefined without sound: a doubt that cannot be heard cannot be confirmed. */
  player: Player | undefined;
  isOffered: boolean;
  /** Phones: the keyboard opens only on demand. */
  opensKeyboard: boolean;
};

/** Leads through the doubtful passages of a text, worst first. */
export function useReview({ jobId, view, player, opensKeyboard, ...options }: ReviewOptions) {
  const { store } = view;
  const isOffered = options.isOffered && player !== undefined;
  const checks = useChecks(jobId, store, isOffered);
  const segments = useSyncExternalStore(store.subscribe, store.segments);
  // The text of a long recording opens before its doubts are counted.
  const seen = useDeferredValue(segments, noSegments);
  const confirmed = useSyncExternalStore(checks.subscribe, checks.confirmed);
  const [wantsReview, setWantsReview] = useState(false);
  const [level, setLevel] = useState<DoubtLevel>('likely');
  const [current, setCurrent] = useState<Current>();
  /** The passages of the last confirmation, which the person can take back. */
  const [last, setLast] = useState<readonly number[]>([]);
  const [mustListen, setMustListen] = useState(false);
  const heard = useRef(new Set<number>());
  const passage = useRef<() => void>(undefined);
  const isOn = wantsReview && view.isEditing;

  const facts = useMemo(() => textFacts(store.segments(), []), [store]);
  const isChecked = ({ id, text }: StoredSegment) => checks.confirmed().get(id) === text;
  const orderOf = (texts: readonly StoredSegment[], of = level) =>
    orderDoubts({ segments: texts, facts, level: of }, isChecked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the confirmations of the store decide too
  const open = useMemo(
    () => (isOffered ? orderOf(isOn ? segments : seen) : []),
    [isOffered, isOn, segments, seen, confirmed, facts, level],
  );
  const equal =
    current === undefined
      ? 0
      : open.filter(({ key, id }) => key === current.doubt.key && id !== current.doubt.id).length;
  const textOf = (id: number) => store.segmentAt(id)?.text ?? '';

  function stopPassage() {
    passage.current?.();
    passage.current = undefined;
  }

  function hear(doubt: Doubt) {
    if (player === undefined) return;
    stopPassage();
    passage.current = playPassage(player, {
      ...doubt,
      onHeard: () => {
        heard.current.add(doubt.id);
        setMustListen(false);
      },
      onEnd: () => {
        passage.current = undefined;
      },
    });
  }

  function goTo(doubt: Doubt | undefined, { writes = opensKeyboard, of = level } = {}) {
    stopPassage();
    setMustListen(false);
    if (doubt === undefined) {
      player?.pause();
      setCurrent(undefined);
      return;
    }
    const now = orderOf(store.segments(), of);
    const at = now.findIndex((each) => each.id === doubt.id);
    const others = [...now.slice(at + 1), ...now.slice(0, Math.max(0, at))].map((each) => each.id);
    heard.current.delete(doubt.id);
    setCurrent({ doubt, text: textOf(doubt.id), others });
    const { id, start, end } = doubt.word;
    if (writes) view.writeIn(id, start, end);
    else view.showMoment(doubt.fromMs);
    hear(doubt);
  }

  /** Reads the stores, because a confirmation and a correction of the same press have just changed them. */
  function neighbour(by: 1 | -1): Doubt | undefined {
    const now = orderOf(store.segments());
    const others = current?.others ?? now.map(({ id }) => id);
    const id = (by === 1 ? others : others.toReversed()).find((other) =>
      now.some((each) => each.id === other),
    );
    return now.find((each) => each.id === id);
  }

  /** Returns false at the only doubt. */
  function move(by: 1 | -1): boolean {
    const next = neighbour(by);
    if (next === undefined || next.id === current?.doubt.id) return false;
    goTo(next);
    return true;
  }

  function confirm() {
    if (current === undefined) return;
    const { doubt } = current;
    const isOpen = orderOf(store.segments()).some(({ id }) => id === doubt.id);
    if (!heard.current.has(doubt.id) && isOpen) {
      setMustListen(true);
      if (passage.current === undefined) hear(doubt);
      return;
    }
    if (heard.current.has(doubt.id)) {
      checks.confirm([{ id: doubt.id, text: textOf(doubt.id) }]);
      setLast([doubt.id]);
    }
    goTo(neighbour(1));
  }

  function takeBack() {
    for (const id of last) checks.withdraw(id);
    setLast([]);
    const first = last[0];
    goTo(orderOf(store.segments()).find(({ id }) => id === first) ?? current?.doubt);
  }

  function writeInaudible() {
    if (current === undefined || !current.doubt.hasWord) return;
    const { doubt, text } = current;
    const now = textOf(doubt.id);
    const place = writtenWord(text, doubt.word.start, now);
    if (place === undefined) return;
    const space = place.text === '' && place.start > 0 ? ' ' : '';
    const end = place.start + space.length + inaudible.length;
    store.change([
      { id: doubt.id, after: `${now.slice(0, place.start)}${space}${inaudible}${now.slice(place.end)}` },
    ]);
    if (opensKeyboard) view.writeIn(doubt.id, end);
  }

  /** The decision about this word holds for all equal ones: a correction, or that they are right. */
  function applyToAll() {
    if (current === undefined || equal === 0) return;
    const { doubt, text } = current;
    if (!heard.current.has(doubt.id)) {
      setMustListen(true);
      return;
    }
    const written = writtenWord(text, doubt.word.start, textOf(doubt.id));
    const isSame = written?.text === text.slice(doubt.word.start, doubt.word.end);
    const core = withoutSigns(written?.text ?? '');
    // A deleted or unclear word says nothing about the others.
    if (!isSame && core === '') return confirm();
    if (!isSame)
      store.change(replaceEqual({ segments: store.segments(), facts, level }, { key: doubt.key, core }));
    // A passage with another doubt stays open, because the person has not heard that word.
    const same = isSame ? open.filter(({ key, isOnly }) => key === doubt.key && isOnly) : [];
    const ids = [...new Set([doubt.id, ...same.map(({ id }) => id)])];
    checks.confirm(ids.map((id) => ({ id, text: textOf(id) })));
    setLast(ids);
    goTo(neighbour(1));
  }

  const leave = useEffectEvent(() => {
    // A held sound would go on by itself a second later.
    if (passage.current !== undefined || player?.state().isPlaying === false) player?.pause();
    stopPassage();
    setWantsReview(false);
    setLevel('likely');
    setCurrent(undefined);
    setLast([]);
  });
  // The button of the edit, Escape and the row above the keyboard end the review too.
  useEffect(() => (isOn ? () => leave() : undefined), [isOn]);

  const mark = useEffectEvent(() => {
    if (view.box.current !== null)
      markReview(view.box.current, {
        isOn,
        confirmed,
        unheard: checks.unheard(),
        segmentAt: store.segmentAt,
        current,
      });
  });
  useEffect(() => {
    view.markMore.current = mark;
    mark();
  });

  return {
    /** How many passages with a possible mistake are left after the likely ones. */
    possible: isOn && open.length === 0 ? orderOf(segments, 'possible').length : 0,
    /** A document can say so. */
    hasHeard: [...confirmed.keys()].some((id) => !checks.unheard().has(id)),
    isOffered: isOffered && checks.isKnown() && (open.length > 0 || confirmed.size > 0),
    isOn,
    open,
    current: isOn ? current : undefined,
    equal,
    mustListen,
    canTakeBack: last.length > 0,
    start() {
      view.startEditing();
      setWantsReview(true);
      goTo(orderOf(store.segments())[0]);
    },
    goOn() {
      setLevel('possible');
      goTo(orderOf(store.segments(), 'possible')[0], { of: 'possible' });
    },
    end: view.endEditing,
    confirm,
    next: () => move(1),
    back: () => move(-1),
    hear: () => current !== undefined && hear(current.doubt),
    correct() {
      const doubt = orderOf(store.segments()).find(({ id }) => id === current?.doubt.id);
      goTo(doubt ?? current?.doubt, { writes: true });
    },
    writeInaudible,
    applyToAll,
    takeBack,
  };
}
