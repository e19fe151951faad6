import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMediaQuery } from '../../../browser/use-media-query.ts';
import { isTextField, keyTargetOf } from '../player/player-keys.ts';
import { areShortcutsEnabled } from '../player/player-settings.ts';

/** The width of side-panel.css from which text and panel stand side by side. */
const besideText = '(width >= 85rem)';

export type PanelTab = 'text' | 'summary';

/** How a summary ended while the person read the text. */
export type PanelNews = 'finished' | 'failed';

type PanelOptions = {
  /** False for a transcription without a text. */
  isOffered: boolean;
  /** How many tools work in the text: its editor, its search. A new one shows the text. */
  textTools: number;
  /** The panel is about to cover the text. */
  onLeaveText: () => void;
  /** Moves the focus to the text. */
  focusText: () => void;
};

/** Where the summary is: beside the text, or in the second tab of a narrower window. */
export function usePanel({ isOffered, textTools, onLeaveText, focusText }: PanelOptions) {
  const isBeside = useMediaQuery(besideText);
  const [tab, setTab] = useState<PanelTab>('text');
  const [news, setNews] = useState<PanelNews>();
  const panel = useRef<HTMLElement>(null);
  const isOpen = isBeside || tab === 'summary';

  const [toolsBefore, setToolsBefore] = useState(textTools);
  if (toolsBefore !== textTools) {
    setToolsBefore(textTools);
    // While rendering, because the field of the search takes the focus as soon as it is there.
    if (textTools > toolsBefore) setTab('text');
  }
  if (isOpen && news !== undefined) setNews(undefined);

  function show(next: PanelTab) {
    if (next === 'summary' && !isOpen) onLeaveText();
    setTab(next);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event;
    if (defaultPrevented || repeat || ctrlKey || metaKey || altKey) return;
    if (isTextField(keyTargetOf(target))) return;
    const isInside = target instanceof Node && panel.current?.contains(target) === true;
    if (key === 'Escape' && isInside) {
      // A hidden element takes no focus.
      flushSync(() => show('text'));
      focusText();
    } else if (key.toLowerCase() === 'r' && areShortcutsEnabled()) {
      event.preventDefault();
      flushSync(() => show('summary'));
      panel.current?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    if (!isOffered) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOffered]);

  return {
    isBeside,
    tab,
    show,
    panel,
    /** In a narrower window the panel covers the text. */
    isTextBehind: isOffered && !isBeside && tab === 'summary',
    news,
    tellNews: (told: PanelNews) => setNews(isOpen ? undefined : told),
  };
}
