import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PanelContent, usePanel } from '#web/features/transcription/panel/use-panel.ts';
import type { TranscriptView } from '#web/features/transcription/text/use-transcript-view.ts';

type Pressed = {
  moment: HTMLElement;
  goesToText: boolean;
  /** Otherwise the sound plays on from the moment. */
  play?: () => void;
};

type MomentsOptions = {
  view: TranscriptView;
  panel: ReturnType<typeof usePanel>;
  /** Null without a sound. */
  seek: ((ms: number) => void) | null;
  isCollapsed: boolean;
  openText: () => void;
};

/** Brings the passages of the summary and of the marks into view: in the text, or in a sheet where they cover it. */
export function useMoments({ view, panel, seek, isCollapsed, openText }: MomentsOptions) {
  const [cited, setCited] = useState<{ ms: number; moment: HTMLElement; content: PanelContent }>();
  if (cited !== undefined && !(panel.isTextBehind && panel.content === cited.content)) setCited(undefined);

  function showInText(ms: number, focusesText: boolean) {
    if (panel.isTextBehind) flushSync(() => panel.show('text'));
    if (isCollapsed) flushSync(openText);
    view.showMoment(ms, focusesText);
  }

  function open(ms: number, { moment, goesToText, play = () => seek?.(ms) }: Pressed) {
    if (panel.isTextBehind && !goesToText) setCited({ ms, moment, content: panel.content });
    else showInText(ms, goesToText);
    play();
  }

  // Stable, because a summary of many moments would otherwise render at each change of the page.
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  });
  const { tintMoments } = view;
  const hasSound = seek !== null;
  const actions = useMemo(
    () => ({
      hasSound,
      open: (ms: number, pressed: Pressed) => latest.current(ms, pressed),
      point: tintMoments,
    }),
    [hasSound, tintMoments],
  );
  return {
    actions,
    /** The moment whose passage the sheet shows. */
    cited,
    close: () => setCited(undefined),
    goToText() {
      if (cited !== undefined) showInText(cited.ms, true);
    },
  };
}
