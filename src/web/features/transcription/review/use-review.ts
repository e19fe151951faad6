import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Doubt, DoubtLevel } from '#domain/transcript/doubt-order.ts';
import type { TextFacts } from '#domain/transcript/word-risk.ts';
import type { Player } from '../player/create-player.ts';
import { keyTargetOf } from '../player/player-keys.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { decisionForAll } from './equal-words.ts';
import { markReview } from './review-marks.ts';
import { useChecks } from './use-checks.ts';
import { useDoubts } from './use-doubts.ts';
import { useLastDecision } from './use-last-decision.ts';
import { usePassageSound } from './use-passage-sound.ts';
import { withInaudible, writtenWord } from './written-word.ts';

const takenBack = 'Confirmação desfeita.';
const withoutSound = 'A gravação termina antes deste trecho.';

/** A passage in hand. */
type Current = Readonly<{
  doubt: Doubt;
  /** Its text when the person came to it. */
  text: string;
  /** The other doubts in their order, from this one on. A correction takes this one out of the list. */
  others: readonly number[];
  /** What was known about the words of the text then. */
  facts: TextFacts;
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
  /** Opens a collapsed text. */
  openText: () => void;
};

/** Leads through the doubtful passages of a text, worst first. */
export function useReview({ jobId, view, player, opensKeyboard, openText, ...options }: ReviewOptions) {
  const { store } = view;
  const isOffered = options.isOffered && player !== undefined;
  const checks = useChecks(jobId, store, isOffered);
  const [wantsReview, setWantsReview] = useState(false);
  const [level, setLevel] = useState<DoubtLevel>('likely');
  const [current, setCurrent] = useState<Current>();
  const decisions = useLastDecision<Current>(store, checks);
  const [isTakenBack, setTakenBack] = useState(false);
  const sound = usePassageSound(player, store);
  const isOn = wantsReview && view.isEditing;

  const { segments, confirmed, facts, open, orderOf, openNow, isCounted } = useDoubts(store, {
    jobId,
    checks,
    isOffered,
    isOn,
    level,
  });
  const textOf = (id: number) => store.segmentAt(id)?.text ?? '';
  const forAll = useMemo(
    () =>
      current &&
      decisionForAll(
        { open, segments, facts, level },
        current,
        segments.find(({ id }) => id === current.doubt.id)?.text ?? '',
      ),
    [open, segments, facts, level, current],
  );
  const doubtAt = (id: number) => openNow().find((each) => each.id === id);

  type Coming = { writes?: boolean; of?: DoubtLevel; before?: string; plays?: (doubt: Doubt) => void };
  function goTo(doubt: Doubt | undefined, { of = level, plays = sound.start, ...coming }: Coming = {}) {
    sound.stop();
    setTakenBack(false);
    if (doubt === undefined) {
      player?.pause();
      setCurrent(undefined);
      return;
    }
    const { id, word } = doubt;
    const { before = textOf(id) } = coming;
    const now = openNow(of);
    const at = now.findIndex((each) => each.id === id);
    const others = [...now.slice(at + 1), ...now.slice(0, Math.max(0, at))].map((each) => each.id);
    setCurrent({ doubt, text: before, others, facts });
    // A caret that stays behind would write into the passage before.
    const writes = coming.writes ?? (opensKeyboard || keyTargetOf(document.activeElement) === 'passage');
    const written = doubt.hasWord ? writtenWord(before, word.start, textOf(id)) : undefined;
    if (writes) view.writeIn(id, (written ?? word).start, (written ?? word).end);
    else view.showMoment(doubt.fromMs);
    plays(doubt);
  }

  /** To a passage that the person may have corrected, and that is no doubt then. */
  function comeBack(was: Current, coming: Coming = {}) {
    const now = doubtAt(was.doubt.id);
    if (now === undefined) goTo(was.doubt, { ...coming, before: was.text });
    else goTo(now, coming);
  }

  function neighbour(by: 1 | -1): Doubt | undefined {
    const now = openNow();
    const ids = current?.others ?? now.map(({ id }) => id);
    const isOpen = (id: number) => now.some((each) => each.id === id);
    const next = by === 1 ? ids.find(isOpen) : ids.findLast(isOpen);
    return now.find(({ id }) => id === next);
  }

  /** Returns false at the only doubt. */
  function move(by: 1 | -1): boolean {
    const next = neighbour(by);
    if (next === undefined || next.id === current?.doubt.id) return false;
    goTo(next);
    return true;
  }

  /** A late answer of the dictionary names more words of the passage in hand. */
  const isWider = (now: Doubt | undefined): now is Doubt =>
    now !== undefined &&
    current !== undefined &&
    current.facts !== facts &&
    (now.fromMs < current.doubt.fromMs || now.toMs > current.doubt.toMs);

  function listenFirst(now: Doubt | undefined) {
    // The text is another one than the person has heard.
    if (sound.isForeign()) goTo(now ?? neighbour(1));
    else if (isWider(now)) goTo(now);
    else if (now !== undefined && !sound.isPlaying()) sound.hear(now);
    sound.askToListen();
  }

  function confirm() {
    if (current === undefined) return;
    const { id } = current.doubt;
    const hearing = sound.hearing();
    const now = doubtAt(id);
    if ((hearing === 'unheard' && now !== undefined) || (hearing === 'heard' && isWider(now)))
      return listenFirst(now);
    if (hearing === 'heard') decisions.decide({ current, heard: sound.heardDoubt(), unheard: [], texts: [] });
    if (hearing === 'silent') decisions.decide({ current, heard: undefined, unheard: [id], texts: [] });
    goTo(neighbour(1));
  }

  /** The decision about this word holds for all equal ones: a correction, or that they are right. */
  function applyToAll() {
    if (current === undefined) return;
    const { doubt } = current;
    const hearing = sound.hearing();
    const now = doubtAt(doubt.id);
    if (hearing === 'unheard' || (hearing === 'heard' && isWider(now)))
      return listenFirst(now ?? (sound.isForeign() ? undefined : doubt));
    const world = { open: openNow(), segments: store.segments(), facts, level };
    const { right, changes } = decisionForAll(world, current, textOf(doubt.id));
    const texts = changes.map((change) => ({ ...change, before: textOf(change.id) }));
    const [heard, unheard] =
      hearing === 'heard' ? [sound.heardDoubt(), right] : [undefined, [doubt.id, ...right]];
    decisions.decide({ current, heard, unheard, texts });
    goTo(neighbour(1));
  }

  function takeBack() {
    const was = decisions.takeBack();
    if (was === undefined) return;
    comeBack(was);
    setTakenBack(true);
  }

  function writeInaudible() {
    if (current === undefined || !current.doubt.hasWord) return;
    const { id, word } = current.doubt;
    const written = withInaudible(current.text, word.start, textOf(id));
    if (written === undefined) return;
    store.change([{ id, after: written.text }]);
    if (opensKeyboard) view.writeIn(id, written.end);
  }

  const leave = useEffectEvent(() => {
    // A held sound would go on by itself a second later.
    if (sound.isPlaying() || player?.state().isPlaying === false) player?.pause();
    sound.leave();
    setWantsReview(false);
    setLevel('likely');
    setCurrent(undefined);
    decisions.forget();
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
  useEffect(() => view.onRowsDrawn(() => mark()));

  return {
    /** How many passages with a possible mistake are left after the likely ones. */
    possible: isOn && open.length === 0 ? orderOf(segments, 'possible').length : 0,
    /** A document can say so. */
    hasHeard: [...confirmed.keys()].some((id) => !checks.unheard().has(id)),
    isOffered: isOffered && isCounted && checks.isKnown() && (open.length > 0 || confirmed.size > 0),
    isOn,
    open,
    current: isOn ? current : undefined,
    /** How many other passages the decision for all equal words changes or decides. */
    equal: (forAll?.count ?? 1) - 1,
    mustListen: sound.mustListen,
    /** For the status line. */
    notice: isTakenBack ? takenBack : sound.isSilent ? withoutSound : undefined,
    canTakeBack: decisions.canTakeBack,
    start() {
      // The list can scroll only to a row that it has.
      flushSync(() => {
        openText();
        view.startEditing();
        setWantsReview(true);
      });
      goTo(openNow()[0]);
    },
    goOn() {
      setLevel('possible');
      goTo(openNow('possible')[0], { of: 'possible' });
    },
    end: view.endEditing,
    confirm,
    next: () => move(1),
    back: () => move(-1),
    hear() {
      if (current === undefined) return;
      if (sound.isForeign()) comeBack(current);
      else sound.hearAgain(current.doubt);
    },
    /** The sound that has passed counts: the text is still the same. */
    correct: () => current !== undefined && comeBack(current, { writes: true, plays: sound.hear }),
    writeInaudible,
    applyToAll,
    takeBack,
  };
}
