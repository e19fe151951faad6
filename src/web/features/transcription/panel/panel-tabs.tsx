import { type KeyboardEvent, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { PanelNews, PanelTab } from './use-panel.ts';

const tabs = [
  { id: 'text', name: 'Texto' },
  { id: 'summary', name: 'Resumo' },
] as const satisfies readonly { id: PanelTab; name: string }[];

export const tabIds = { text: 'aba-texto', summary: 'aba-resumo' } as const satisfies Record<
  PanelTab,
  string
>;
export const tabPanelIds = { text: 'texto', summary: 'resumo' } as const satisfies Record<PanelTab, string>;

const barClass = 'flex h-11 border-b border-line px-2 sm:px-6 min-[85rem]:hidden';

type PanelTabsProps = {
  shown: PanelTab;
  onShow: (tab: PanelTab) => void;
  news: PanelNews | undefined;
  /** Announced for a failed summary, whose alert is in the hidden panel. */
  failureText: string;
};

/**
 * A style sheet hides them in a wide window, and no script: paper is narrow, and the page would move below new tabs while
 * it is printed.
 */
export function PanelTabs({ shown, onShow, news, failureText }: PanelTabsProps) {
  const list = useRef<HTMLDivElement>(null);

  function goByArrow(event: KeyboardEvent) {
    const at = tabs.findIndex(({ id }) => id === shown);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    // Otherwise the keys of the player would seek.
    event.preventDefault();
    choose((tabs.at(next % tabs.length) ?? tabs[0]).id);
  }

  function choose(tab: PanelTab) {
    onShow(tab);
    list.current?.querySelector<HTMLElement>(`#${tabIds[tab]}`)?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label="Texto e resumo" className={barClass} onKeyDown={goByArrow}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            id={tabIds[id]}
            type="button"
            role="tab"
            aria-selected={id === shown}
            aria-controls={tabPanelIds[id]}
            tabIndex={id === shown ? 0 : -1}
            onClick={() => choose(id)}
            className={classNames(
              '-mb-px flex h-11 min-w-24 items-center justify-center gap-1.5 border-b-2 px-4 text-sm font-medium transition-colors focus-visible:-outline-offset-2',
              id === shown
                ? 'border-ink text-ink'
                : 'border-transparent text-ink-soft hover:bg-sunken hover:text-ink',
            )}
          >
            {name}
            {id === 'summary' && news !== undefined ? (
              <span
                className={classNames('size-2 rounded-full', news === 'failed' ? 'bg-loss' : 'bg-thread')}
              >
                <span className="sr-only">{news === 'failed' ? ', com erro' : ', pronto'}</span>
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {news === 'failed' ? failureText : ''}
      </p>
    </>
  );
}

/** Keeps the room of the tabs while the transcription loads. */
export function TabsSkeleton() {
  return <div aria-hidden="true" className={barClass} />;
}
