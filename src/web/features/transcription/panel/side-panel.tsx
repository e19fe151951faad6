import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import '#web/styles/side-panel.css';
import { panelNames, SideTabs, tabIds, tabPanelIds } from './panel-tabs.tsx';
import type { PanelContent, usePanel } from './use-panel.ts';

/** Not the sticky names of the text. */
const barsAbove = '.transcript-header, .side-picture';

/** The panel begins below the bars. They move while a notice above them scrolls away, and a video joins them. */
function useBarsBottom(panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    let placedPx: number | undefined;
    const position = () => {
      const { current } = panel;
      if (current === null) return;
      const { left, right } = current.getBoundingClientRect();
      const bottoms = [...document.querySelectorAll(barsAbove)]
        .map((bar) => bar.getBoundingClientRect())
        .filter((bar) => bar.left < right && bar.right > left)
        .map(({ bottom }) => Math.round(bottom));
      const px = Math.max(0, ...bottoms);
      if (px === placedPx) return;
      placedPx = px;
      document.documentElement.style.setProperty('--bars-bottom', `${px}px`);
    };
    position();
    const observer = new ResizeObserver(position);
    observer.observe(document.body);
    for (const bar of document.querySelectorAll(barsAbove)) observer.observe(bar);
    const left = new AbortController();
    for (const name of ['scroll', 'resize', 'transitionend'])
      addEventListener(name, position, { passive: true, signal: left.signal });
    return () => {
      observer.disconnect();
      left.abort();
    };
  });
}

/** Each content keeps its own place in the panel, which both scroll. */
function useOwnScroll(panel: RefObject<HTMLElement | null>, shown: PanelContent) {
  const places = useRef<Partial<Record<PanelContent, number>>>({});
  useLayoutEffect(() => {
    const { current } = panel;
    if (current === null) return;
    current.scrollTop = places.current[shown] ?? 0;
    return () => {
      places.current[shown] = current.scrollTop;
    };
  }, [panel, shown]);
}

type SidePanelProps = {
  panel: ReturnType<typeof usePanel>;
  markCount: number;
  summary: ReactNode;
  marks: ReactNode;
};

export function SidePanel({ panel, markCount, summary, marks }: SidePanelProps) {
  const { isBeside, content, isTextBehind } = panel;
  useBarsBottom(panel.panel);
  useOwnScroll(panel.panel, content);
  return (
    <section
      ref={panel.panel}
      id={tabPanelIds[content]}
      {...(isBeside
        ? { 'aria-label': panelNames[content] }
        : { role: 'tabpanel', 'aria-labelledby': tabIds[content] })}
      // The keyboard scrolls it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      data-open={isBeside || isTextBehind || undefined}
      className="side-panel focus-visible:-outline-offset-2"
    >
      {isBeside ? (
        <SideTabs shown={content} onShow={panel.show} news={panel.news} markCount={markCount} />
      ) : null}
      <div className="@container mx-auto max-w-[48rem] px-gutter py-4 sm:px-8 min-[85rem]:px-5 print:max-w-none print:p-0">
        {/* Both stay mounted: a summary goes on being written. Paper has the summary, whatever the screen shows. */}
        <div className={content === 'summary' ? 'contents' : 'panel-behind'}>{summary}</div>
        <div className={content === 'marks' ? 'contents print:hidden' : 'hidden'}>{marks}</div>
      </div>
    </section>
  );
}

/** Keeps the room beside the text while the transcription loads. */
export function SidePanelSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div aria-hidden="true" className="side-panel print:hidden">
      {children}
    </div>
  );
}
