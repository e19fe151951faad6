import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import {
  type Citation,
  type CitationStyle,
  cite,
  citeAll,
  reference,
  type Source,
  verbalNote,
} from '#domain/citation/citation.ts';
import { type Selected, selectedTurns } from '#domain/citation/selected-turns.ts';
import type { Marked } from '#domain/marks/place-marks.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { copyFailedText } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { Player } from '../player/create-player.ts';
import { playRange } from '../player/play-range.ts';
import { keyTargetOf } from '../player/player-keys.ts';
import { areShortcutsEnabled } from '../player/player-settings.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { styleNames, useCitationStyle } from './citation-choice.ts';
import { citationPreview } from './citation-preview.ts';
import { copyCitation } from './copy-citation.ts';
import { keepSelection } from './keep-selection.ts';
import { type SelectedText, textToQuote, useSelectedText } from './use-selected-text.ts';

type QuoteOptions = {
  view: TranscriptView;
  shown: Transcription;
  player: Player | undefined;
  isOffered: boolean;
  onMark: (words: Marked) => void;
  /** Absent while the text is read-only. */
  onAskWho: ((selected: SelectedText, selectAgain: () => void) => void) | undefined;
};

export type Quote = ReturnType<typeof useQuote>;

/** The address of a moment; only its owner can open it. */
function addressOf(ms: number): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}?t=${Math.floor(ms / 1_000)}`;
}

const sourceOf = (shown: Transcription): Source => ({
  title: displayName(shown),
  fileName: shown.file_name,
  recordedAt: shown.created_at,
  durationMs: Math.round(shown.audio_duration * 1_000),
  isTestText: shown.engine_is_sandbox,
});

/** The actions for the selected words. */
export function useQuote({ view, shown, player, isOffered, onMark, onAskWho }: QuoteOptions) {
  const selected = useSelectedText(view, isOffered && !view.isEditing);
  const [style, setStyle] = useCitationStyle();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const stopPlaying = useRef<() => void>(undefined);
  useEffect(() => () => stopPlaying.current?.(), []);
  const lastToast = useRef(0);
  const focusedBefore = useRef<Element>(null);
  const isGone = selected === undefined;
  useEffect(() => {
    // A menu that stays open would open with the next selection.
    if (isGone) setMenuOpen(false);
  }, [isGone]);

  const turns = selected?.turns ?? [];
  async function copy(citation: Pick<Citation, 'text' | 'html'>, doneText: string, changesStyle = false) {
    const selectAgain = keepSelection();
    const onClick = () => setMenuOpen(selectAgain());
    const options = changesStyle ? { action: { label: 'Mudar o estilo', onClick } } : {};
    const isCopied = await copyCitation(citation);
    // Several citations in a row would pile up over the text.
    toast.dismiss(lastToast.current);
    lastToast.current = isCopied ? toast.success(doneText, options) : toast.error(copyFailedText);
  }

  const startMs = turns[0]?.startMs;
  const endMs = turns.at(-1)?.endMs;
  function playBetween(fromMs: number, toMs: number) {
    if (player === undefined) return;
    stopPlaying.current?.();
    stopPlaying.current = playRange(player, [fromMs, toMs]);
  }

  /** Copies places of the text, each for itself. */
  function citePlaces(places: readonly Selected[], leftOut = 0) {
    if (places.length === 0) return void toast.error('Estes trechos foram apagados do texto.');
    const text = textToQuote(view);
    const selections = places.map((place) => selectedTurns(text, place));
    const done =
      places.length === 1
        ? `Citação copiada: ${styleNames[style]}`
        : `${places.length} trechos copiados: ${styleNames[style]}`;
    void copy(citeAll(style, selections, sourceOf(shown)), done + leftOutText(leftOut));
  }

  const actions = {
    play() {
      if (startMs !== undefined && endMs !== undefined) playBetween(startMs, endMs);
    },
    mark() {
      if (selected === undefined) return;
      onMark(selected.words);
      // The colour of a selection would cover that of the mark.
      getSelection()?.removeAllRanges();
    },
    askWho() {
      if (selected !== undefined) onAskWho?.(selected, keepSelection());
    },
    citeIn(of: CitationStyle) {
      setStyle(of);
      void copy(cite(of, turns, sourceOf(shown)), `Citação copiada: ${styleNames[of]}`, true);
    },
    cite: () => actions.citeIn(style),
    copyReference: () => void copy(reference(sourceOf(shown), turns), 'Referência copiada.'),
    copyNote: () => void copy(verbalNote(sourceOf(shown), turns), 'Nota copiada.'),
    link() {
      if (startMs === undefined) return;
      const address = addressOf(startMs);
      void copy({ text: address, html: address }, 'Link copiado. Só você abre.');
    },
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (selected === undefined || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const place = keyTargetOf(event.target);
    if (place === 'own_keys' || place === 'passage') return;
    const isInBar = event.target instanceof Node && bar.current?.contains(event.target) === true;
    const run = commandFor(event.key, { isButton: place === 'button' });
    if (event.key === 'Tab' && isAtText(view.box.current)) {
      const from = document.activeElement;
      bar.current?.querySelector('button')?.focus();
      // A bar out of view takes no focus.
      if (document.activeElement === from) return;
      focusedBefore.current = from;
    } else if (event.key === 'Escape') {
      getSelection()?.removeAllRanges();
      // The focused button goes with the selection.
      if (isInBar && focusedBefore.current instanceof HTMLElement)
        focusedBefore.current.focus({ preventScroll: true });
    } else if (run !== undefined) {
      if (!event.repeat) actions[run]();
    } else return;
    // The player has keys of its own for the same letters.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);

  return {
    selected,
    bar,
    style,
    setStyle,
    playRange: playBetween,
    citePlaces,
    canPlay: player !== undefined && startMs !== undefined,
    canAskWho: onAskWho !== undefined,
    hasMoment: startMs !== undefined,
    isMenuOpen,
    setMenuOpen,
    previewIn: (of: CitationStyle) => citationPreview(of, turns, sourceOf(shown)),
    ...actions,
  };
}

/** A mouse that selects text leaves the focus on the page around it. From any other place Tab goes on as usual. */
function isAtText(box: Element | null): boolean {
  const { activeElement } = document;
  return (
    box !== null && activeElement !== null && (activeElement.contains(box) || box.contains(activeElement))
  );
}

const leftOutText = (count: number) =>
  count === 0
    ? ''
    : count === 1
      ? '. Um trecho apagado ficou de fora.'
      : `. ${count} trechos apagados ficaram de fora.`;

type Command = 'cite' | 'mark' | 'play' | 'link' | 'askWho';

function commandFor(key: string, { isButton }: { isButton: boolean }): Command | undefined {
  if (key === 'Enter') return isButton ? undefined : 'play';
  // People turn single letters off, because speech input triggers them.
  if (!areShortcutsEnabled()) return undefined;
  return ({ c: 'cite', m: 'mark', l: 'link', q: 'askWho' } as const)[
    key.toLowerCase() as 'c' | 'm' | 'l' | 'q'
  ];
}
