import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import '../../../styles/side-panel.css';
import { tabIds, tabPanelIds } from './panel-tabs.tsx';

/** Not the sticky names of the text. */
const barsAbove = '.transcript-header, .side-picture';

/** The panel begins below the bars. They move while a notice above them scrolls away, and a video joins them. */
function useBarsBottom(panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    let placedPx: number | undefined;
    const place = () => {
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
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    for (const bar of document.querySelectorAll(barsAbove)) observer.observe(bar);
    const left = new AbortController();
    for (const name of ['scroll', 'resize', 'transitionend'])
      addEventListener(name, place, { passive: true, signal: left.signal });
    return () => {
      observer.disconnect();
      left.abort();
    };
  });
}

type SidePanelProps = {
  panel: RefObject<HTMLElement | null>;
  /** Otherwise it is the panel of a tab. */
  isBeside: boolean;
  isOpen: boolean;
  children: ReactNode;
};

export function SidePanel({ panel, isBeside, isOpen, children }: SidePanelProps) {
  useBarsBottom(panel);
  return (
    <section
      ref={panel}
      id={tabPanelIds.summary}
      {...(isBeside ? { 'aria-label': 'Resumo' } : { role: 'tabpanel', 'aria-labelledby': tabIds.summary })}
      // The keyboard scrolls it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      data-open={isOpen || undefined}
      className="side-panel focus-visible:-outline-offset-2"
    >
      <div className="@container mx-auto max-w-[48rem] px-gutter py-4 sm:px-8 min-[85rem]:px-5 print:max-w-none print:p-0">
        {children}
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
