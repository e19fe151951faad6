import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { Transcription as Shown } from '#contract/transcription.ts';
import { formatDate } from '#domain/format/dates.ts';
import { documentName } from '#domain/transcript/transcription-name.ts';
import { BackButton } from '#web/app/back-button.tsx';
import { pageTitle } from '#web/app/installation.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { paths } from '#web/app/paths.ts';
import { focusContent } from '#web/browser/focus-content.ts';
import { usePrintHeader } from '#web/browser/printing.ts';
import { planUsageQuery } from '#web/features/billing/api.ts';
import { backToListPath } from '#web/features/library/list-filters-url.ts';
import { TabsSkeleton } from '#web/features/transcription/panel/panel-tabs.tsx';
import { SidePanelSkeleton } from '#web/features/transcription/panel/side-panel.tsx';
import { PlayerSkeleton } from '#web/features/transcription/player/player-bar.tsx';
import { isNotFound, isTranscriptionRunning } from '#web/features/transcription/screen/api.ts';
import { MoreMenu } from '#web/features/transcription/screen/more-menu.tsx';
import { FailedPanel } from '#web/features/transcription/screen/progress-panels.tsx';
import { TextColumn } from '#web/features/transcription/screen/text-column.tsx';
import { TextSkeleton } from '#web/features/transcription/screen/text-notices.tsx';
import { TranscriptionHeader } from '#web/features/transcription/screen/transcription-header.tsx';
import { useLiveTranscription } from '#web/features/transcription/screen/use-live-transcription.ts';
import { Silence } from '#web/pictures/silence.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { OpenTranscription } from './transcription-content.tsx';

const title = 'Transcrição';

export const meta = () => [{ title: pageTitle(title) }];

/** The list with the search and the order that led here. */
function useBackTo() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  return backToListPath(state, search.get('q'));
}

/** The page without a transcription. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-6 px-gutter py-8 sm:px-8 lg:py-10">
      <BackButton to={useBackTo()} label="Minhas transcrições" className="-mb-2 -ml-4 justify-self-start" />
      {children}
    </div>
  );
}

function TranscriptionNotFound() {
  useEffect(() => {
    document.title = pageTitle(title);
  }, []);
  return (
    <Frame>
      <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
        <Silence className="my-4 max-w-72" />
        <h1 className="text-xl font-semibold">Transcrição não encontrada.</h1>
        <p className="text-ink-soft">Ela pode ter sido excluída, ou o endereço foi digitado errado.</p>
        <Link to={paths.transcriptions} className={buttonClass({ variant: 'secondary' })}>
          Ver minhas transcrições
        </Link>
      </div>
    </Frame>
  );
}

/** Ids of the server. The page does not request a mistyped one. */
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default function Transcription() {
  const { id = '' } = useParams();
  return uuidPattern.test(id) ? <Page key={id} id={id} /> : <TranscriptionNotFound />;
}

/** True if the transcription finished while this page was open. */
function useHasEnded(shown: Shown | undefined) {
  const [wasRunning, setWasRunning] = useState(false);
  if (!wasRunning && shown !== undefined && isTranscriptionRunning(shown)) setWasRunning(true);
  return wasRunning && shown?.status === 'completed';
}

function Page({ id }: { id: string }) {
  const query = useLiveTranscription(id);
  const { data: shown, error } = query;
  const { data: usage } = useQuery(planUsageQuery);
  // The browser names the printed file after the page title.
  const name = shown === undefined ? title : documentName(shown);
  const hasEnded = useHasEnded(shown);
  const backTo = useBackTo();
  const [isRenaming, setRenaming] = useState(false);
  useEffect(() => {
    document.title = pageTitle(name);
  }, [name]);

  usePrintHeader(shown && `${name} · ${formatDate(shown.created_at)}`);

  const isShown = shown !== undefined;
  useEffect(() => {
    // The focused title was removed with the placeholder.
    if (isShown && document.activeElement === document.body) focusContent();
  }, [isShown]);

  if (isNotFound(error)) return <TranscriptionNotFound />;
  if (shown === undefined && error !== null)
    return (
      <Frame>
        <h1 className="text-xl font-semibold">{title}</h1>
        <LoadError title="Não foi possível abrir esta transcrição" queries={[query]} />
      </Frame>
    );
  const header = { backTo, isRenaming, onRename: setRenaming };
  return (
    <>
      <p role="status" className="sr-only">
        {hasEnded ? 'Transcrição concluída.' : null}
      </p>
      {shown === undefined ? (
        <>
          <TranscriptionHeader {...header} shown={undefined} tools={null} bars={<TabsSkeleton />} />
          <TextColumn>
            <TextSkeleton />
          </TextColumn>
          <SidePanelSkeleton />
          <PlayerSkeleton />
        </>
      ) : shown.status === 'error' || shown.status === 'failed' ? (
        <>
          <TranscriptionHeader
            {...header}
            shown={shown}
            tools={<MoreMenu shown={shown} onRename={() => setRenaming(true)} />}
          />
          <TextColumn>
            <FailedPanel shown={{ ...shown, status: shown.status }} />
          </TextColumn>
        </>
      ) : (
        <OpenTranscription shown={shown} header={header} planFeatures={usage?.features} />
      )}
    </>
  );
}
