import { ArrowLeft, Pencil } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Transcription } from '#contract/transcription.ts';
import { formatShortDate } from '#domain/format/dates.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { useHideWhileScrolling } from '#web/browser/hide-while-scrolling.ts';
import { formatMinutes } from '#web/format/time.ts';
import '#web/styles/transcription.css';
import { IconButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TitleForm, useTitleDraft } from './title-form.tsx';
import { findingVoicesText, transcriptionFacts } from './transcription-facts.ts';

type TranscriptionHeaderProps = {
  /** Undefined while it loads. */
  shown: Transcription | undefined;
  backTo: string;
  isRenaming: boolean;
  onRename: (isRenaming: boolean) => void;
  /** The actions, at the right. */
  tools: ReactNode;
  /** The header does not leave: what the person scrolls now is not the page. */
  stays?: boolean;
  /** Below the line; they stay in view while the text scrolls. */
  bars?: ReactNode;
};

/** Focused elements and headings scroll into the part of the window below the header. */
function useCoveredTop() {
  const header = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--covered-top', `${header.current?.offsetHeight ?? 0}px`);
    });
    if (header.current !== null) observer.observe(header.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--covered-top');
    };
  }, []);
  return header;
}

/** Title, date, length and actions in one line. On phones it leaves while the user scrolls down to read. */
export function TranscriptionHeader(props: TranscriptionHeaderProps) {
  const { shown, backTo, isRenaming, onRename, tools, stays = false, bars } = props;
  const header = useCoveredTop();
  const isReading = useHideWhileScrolling();
  return (
    <header
      ref={header}
      data-covers-text="top"
      data-aside={(isReading && !isRenaming && !stays) || undefined}
      className="transcript-header sticky top-0 z-20 bg-paper print:static"
    >
      <div className="relative flex h-12 items-center print:static gap-1 border-b border-line px-2 sm:h-14 sm:px-6 print:h-auto print:flex-wrap print:border-0 print:px-0">
        <Link
          to={backTo}
          aria-label="Minhas transcrições"
          title="Minhas transcrições"
          className="inline-grid size-10 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink print:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
        {shown === undefined ? (
          <div aria-busy="true" className="grow">
            <h1 className="sr-only">Transcrição</h1>
            <Skeleton className="h-6 w-3/5 max-w-80" />
          </div>
        ) : (
          <Title key={shown.job_id} shown={shown} isRenaming={isRenaming} onRename={onRename} />
        )}
        <div
          className={
            isRenaming ? 'hidden shrink-0 items-center min-[90rem]:flex' : 'flex shrink-0 items-center'
          }
        >
          {tools}
        </div>
      </div>
      <div className="print:hidden">{bars}</div>
    </header>
  );
}

type TitleProps = Pick<TranscriptionHeaderProps, 'isRenaming' | 'onRename'> & { shown: Transcription };

function Title({ shown, isRenaming, onRename }: TitleProps) {
  const draft = useTitleDraft(shown.job_id);
  // A draft opens the form without focus, so that a player shortcut does not overwrite the draft.
  const [isByDraft, setByDraft] = useState(() => draft.read() !== undefined);
  useEffect(() => {
    if (isByDraft) onRename(true);
  }, [isByDraft, onRename]);
  const pencil = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    // Phones have no pencil.
    const opener = pencil.current?.checkVisibility() === true ? pencil : title;
    if (wasRenaming.current && !isRenaming) opener.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  if (isRenaming)
    return (
      <TitleForm
        shown={shown}
        draft={draft}
        takesFocus={!isByDraft}
        onLeave={() => {
          draft.write(undefined);
          setByDraft(false);
          onRename(false);
        }}
      />
    );
  const { created_at, audio_duration, voices } = shown;
  const length = audio_duration > 0 ? formatMinutes(audio_duration) : undefined;
  return (
    <>
      <WholeTitle shown={shown} button={title} />
      <IconButton ref={pencil} label="Editar título" className="max-sm:hidden" onClick={() => onRename(true)}>
        <Pencil aria-hidden="true" className="size-4" />
      </IconButton>
      <p
        title={transcriptionFacts(shown).join(' · ')}
        className="ml-auto hidden shrink-0 px-2 text-sm whitespace-nowrap text-ink-soft tabular-nums xl:block print:hidden"
      >
        {voices.state === 'waiting' ? (
          <span role="status">{findingVoicesText}</span>
        ) : (
          [formatShortDate(created_at), ...(length === undefined ? [] : [length])].join(' · ')
        )}
      </p>
      <span className="grow xl:hidden" />
    </>
  );
}

/** One line, and all of it with its facts after a press: a tooltip does not exist on a touch screen. */
function WholeTitle({
  shown,
  button,
}: {
  shown: Transcription;
  button: RefObject<HTMLButtonElement | null>;
}) {
  const [isOpen, setOpen] = useState(false);
  const name = displayName(shown);
  const facts = transcriptionFacts(shown);
  return (
    <>
      <h1 className="min-w-0">
        <button
          ref={button}
          type="button"
          title={[name, ...facts].join(' · ')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onBlur={() => setOpen(false)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setOpen(false);
          }}
          className="block min-h-10 max-w-full truncate rounded-control border border-transparent px-2 text-left text-lg font-semibold hover:bg-sunken"
        >
          {name}
        </button>
      </h1>
      {isOpen ? (
        <div
          role="status"
          className="absolute inset-x-2 top-full z-10 grid max-w-reading animate-appear gap-1 rounded-card border border-line bg-raised px-4 py-3 shadow-float sm:left-14"
        >
          <p className="font-semibold wrap-anywhere">{name}</p>
          <ul className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
            {facts.map((fact) => (
              <li key={fact} className="min-w-0 wrap-anywhere">
                {fact}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="hidden basis-full text-sm print:block">{facts.join(' · ')}</p>
    </>
  );
}
