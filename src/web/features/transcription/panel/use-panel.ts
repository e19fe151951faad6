import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMediaQuery } from '#web/browser/use-media-query.ts';
import { isTextField, keyTargetOf } from '../player/player-keys.ts';
import { areShortcutsEnabled } from '../player/player-settings.ts';

/** The width of side-panel.css from which text and panel stand side by side. */
const besideText = '(width >= 85rem)';

/** The contents of the panel. */
export type PanelContent = 'summary' | 'marks';
export type PanelTab = 'text' | PanelContent;

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

/** Where summary and marks are: beside the text, or in the tabs of a narrower window. */
export function usePanel({ isOffered, textTools, onLeaveText, focusText }: PanelOptions) {
  const isBeside = useMediaQuery(besideText);
  const [tab, setTab] = useState<PanelTab>('text');
  /** The content of the panel, also while the person reads the text. */
  const [content, setContent] = useState<PanelContent>('summary');
  const [news, setNews] = useState<PanelNews>();
  const panel = useRef<HTMLElement>(null);
  const isOpen = isBeside || tab !== 'text';
  const showsSummary = isOpen && content === 'summary';

  const [toolsBefore, setToolsBefore] = useState(textTools);
  if (toolsBefore !== textTools) {
    setToolsBefore(textTools);
    // While rendering, because the field of the search takes the focus as soon as it is there.
    if (textTools > toolsBefore) setTab('text');
  }
  if (showsSummary && news !== undefined) setNews(undefined);

  function show(next: PanelTab) {
    if (next !== 'text') {
      if (!isOpen) onLeaveText();
      setContent(next);
    }
    setTab(next);
  }

  function showAndFocus(next: PanelTab) {
    // A hidden element takes no focus.
    flushSync(() => show(next));
    panel.current?.focus({ preventScroll: true });
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event;
    if (defaultPrevented || repeat || ctrlKey || metaKey || altKey) return;
    if (isTextField(keyTargetOf(target))) return;
    const isInside = target instanceof Node && panel.current?.contains(target) === true;
    if (key === 'Escape' && isInside) {
      flushSync(() => show('text'));
      focusText();
      return;
    }
    const next = ({ r: 'summary', t: 'marks' } as const)[key.toLowerCase() as 'r' | 't'];
    if (next === undefined || !areShortcutsEnabled()) return;
    event.preventDefault();
    showAndFocus(next);
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
    content,
    show,
    panel,
    /** In a narrower window the panel covers the text. */
    isTextBehind: isOffered && !isBeside && tab !== 'text',
    news,
    tellNews: (news: PanelNews) => setNews(showsSummary ? undefined : news),
  };
}
