import { type KeyboardEvent, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import type { PanelContent, PanelNews, PanelTab } from './use-panel.ts';

type Tab<Id extends PanelTab> = Readonly<{ id: Id; name: string }>;

const sideTabs = [
  { id: 'summary', name: 'Resumo' },
  { id: 'marks', name: 'Trechos' },
] as const satisfies readonly Tab<PanelTab>[];
const allTabs = [{ id: 'text', name: 'Texto' }, ...sideTabs] as const satisfies readonly Tab<PanelTab>[];

export const panelNames = { summary: 'Resumo', marks: 'Trechos' } as const;

export const tabIds = {
  text: 'aba-texto',
  summary: 'aba-resumo',
  marks: 'aba-trechos',
} as const satisfies Record<PanelTab, string>;
/** The tabs of the panel beside the text are other elements. */
const sideTabIds = { summary: 'aba-ao-lado-resumo', marks: 'aba-ao-lado-trechos' } as const;

/** One panel shows the summary or the marks. */
export const tabPanelIds = { text: 'texto', summary: 'painel', marks: 'painel' } as const satisfies Record<
  PanelTab,
  string
>;

const barClass = 'flex h-11 border-b border-line px-2 sm:px-6 min-[85rem]:hidden';

type TabListProps<Id extends PanelTab> = {
  label: string;
  tabs: readonly Tab<Id>[];
  ids: Readonly<Record<Id, string>>;
  shown: Id;
  onShow: (tab: Id) => void;
  news: PanelNews | undefined;
  markCount: number;
  className: string;
};

function TabList<Id extends PanelTab>(props: TabListProps<Id>) {
  const { label, tabs, ids, shown, onShow, news, markCount, className } = props;
  const list = useRef<HTMLDivElement>(null);

  function goByArrow(event: KeyboardEvent) {
    const at = tabs.findIndex(({ id }) => id === shown);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (tab === undefined) return;
    // Otherwise the keys of the player would seek.
    event.preventDefault();
    choose(tab.id);
  }

  function choose(tab: Id) {
    onShow(tab);
    list.current?.querySelector<HTMLElement>(`#${ids[tab]}`)?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={className} onKeyDown={goByArrow}>
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          id={ids[id]}
          type="button"
          role="tab"
          aria-selected={id === shown}
          aria-controls={tabPanelIds[id]}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => choose(id)}
          className={classNames(
            '-mb-px flex h-11 min-w-20 items-center justify-center gap-1.5 border-b-2 px-4 text-sm font-medium transition-colors focus-visible:-outline-offset-2 sm:min-w-24',
            id === shown
              ? 'border-ink text-ink'
              : 'border-transparent text-ink-soft hover:bg-sunken hover:text-ink',
          )}
        >
          {name}
          {id === 'marks' && markCount > 0 ? (
            <span className="text-ink-soft tabular-nums">{markCount}</span>
          ) : null}
          {id === 'summary' && news !== undefined ? (
            <span className={classNames('size-2 rounded-full', news === 'failed' ? 'bg-loss' : 'bg-thread')}>
              <span className="sr-only">{news === 'failed' ? ', com erro' : ', pronto'}</span>
            </span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

type PanelTabsProps = {
  shown: PanelTab;
  onShow: (tab: PanelTab) => void;
  news: PanelNews | undefined;
  markCount: number;
  /** Announced for a failed summary, whose alert is in the hidden panel. */
  failureText: string;
};

/**
 * A style sheet hides them in a wide window, and no script: paper is narrow, and the page would move below new tabs while
 * it is printed.
 */
export function PanelTabs({ failureText, ...tabs }: PanelTabsProps) {
  return (
    <>
      <TabList label="Texto, resumo e trechos" tabs={allTabs} ids={tabIds} className={barClass} {...tabs} />
      <p role="status" className="sr-only">
        {tabs.news === 'failed' ? failureText : ''}
      </p>
    </>
  );
}

type SideTabsProps = {
  shown: PanelContent;
  onShow: (tab: PanelContent) => void;
  news: PanelNews | undefined;
  markCount: number;
};

/** Beside the text, where the text has no tab. */
export function SideTabs(tabs: SideTabsProps) {
  return (
    <TabList
      label="Resumo e trechos"
      tabs={sideTabs}
      ids={sideTabIds}
      className="sticky top-0 z-1 flex h-11 border-b border-line bg-paper px-1 print:hidden"
      {...tabs}
    />
  );
}

/** Keeps the room of the tabs while the transcription loads. */
export function TabsSkeleton() {
  return <div aria-hidden="true" className={barClass} />;
}
