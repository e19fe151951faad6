import { useQuery } from '@tanstack/react-query';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Transcription } from '#contract/transcription.ts';
import { speakerNumbers, textWithSpeakers } from '#domain/transcript/transcript-text.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { useMediaQuery } from '../../browser/use-media-query.ts';
import { fixedClock } from '../../features/transcription/player/create-player.ts';
import { PlayerBar, PlayerError, PlayerSkeleton } from '../../features/transcription/player/player-bar.tsx';
import { useHasKeyboard } from '../../features/transcription/player/player-keys.ts';
import { usePlayer } from '../../features/transcription/player/use-player.ts';
import { Video } from '../../features/transcription/player/video.tsx';
import { canExportText, DownloadMenu } from '../../features/transcription/screen/download-menu.tsx';
import { MoreMenu } from '../../features/transcription/screen/more-menu.tsx';
import { RunningBar } from '../../features/transcription/screen/progress-panels.tsx';
import {
  CutNotice,
  collapseLabel,
  OpenTextButton,
  RunningNote,
  SandboxMark,
  TextPlaceholder,
} from '../../features/transcription/screen/text-notices.tsx';
import { TranscriptionHeader } from '../../features/transcription/screen/transcription-header.tsx';
import { goToSummary, SummarySection } from '../../features/transcription/summary/summary-section.tsx';
import { foundQuery } from '../../features/transcription/text/api.ts';
import { useCollapsedText } from '../../features/transcription/text/collapsed-text.ts';
import type { ListSearch } from '../../features/transcription/text/search-hits-bar.tsx';
import { TextTools } from '../../features/transcription/text/text-tools.tsx';
import { TextBars, TranscriptText } from '../../features/transcription/text/transcript-text.tsx';
import { useTranscriptView } from '../../features/transcription/text/use-transcript-view.ts';
import { readPlaybackPosition } from '../../features/transcription/transcription-storage.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton, copyText } from '../../ui/copy-button.tsx';
import { MenuItem, MenuToggle } from '../../ui/menu.tsx';

const inProgressText = 'Transcrição em andamento...';

/** A shorter text fits into the collapsed box even on a phone, so it needs no button. */
const shortTextMaxLength = 120;

/** The start position from the address, in ms; undefined if the address has none. */
function useStartMsFromUrl() {
  const [search] = useSearchParams();
  const value = search.get('t');
  const seconds = Number(value);
  return value !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

/** The search from the address, so that a reload or a copied link highlights the same words. */
function useSearchedWords(jobId: string, fromMs: number): ListSearch | undefined {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const q = search.get('q') ?? '';
  const { data } = useQuery(foundQuery(jobId, q));
  const words = useMemo(() => new Set(data), [data]);
  if (q === '') return undefined;
  const onDismiss = () => {
    const rest = new URLSearchParams(search);
    rest.delete('q');
    setSearch(rest, { replace: true, preventScrollReset: true, state });
  };
  return { q, words, fromMs, onDismiss };
}

/** An imported text has no segments, so it becomes one segment. */
function useServerText(shown: Transcription) {
  const { segments, text, audio_duration, speaker_names, revision } = shown;
  const isWhole = segments.length === 0 && shown.status === 'completed';
  return useMemo(() => {
    const whole = [{ id: 0, start_ms: 0, end_ms: Math.round(audio_duration * 1_000), text: text ?? '' }];
    return { segments: isWhole ? whole : segments, isWhole, speakerNames: speaker_names, revision };
  }, [segments, isWhole, text, audio_duration, speaker_names, revision]);
}

/** The player of a finished recording, at the moment of the address or of the last visit. */
function useSound(shown: Transcription) {
  const urlMs = useStartMsFromUrl();
  const [storedMs] = useState(() => readPlaybackPosition(shown.job_id));
  const startMs = urlMs ?? storedMs;
  const { ready, query } = usePlayer({
    jobId: shown.job_id,
    hasMedia: shown.has_media && shown.status === 'completed',
    durationMs: shown.audio_duration * 1_000,
    startMs,
  });
  const player = ready?.player;
  const clock = useMemo(() => player?.clock ?? (startMs > 0 ? fixedClock(startMs) : null), [player, startMs]);
  // The player opens at the first moment of the address; a seek is a cue, and scrolls the text away from a match.
  const soughtMs = useRef(urlMs);
  useEffect(() => {
    if (urlMs !== undefined && urlMs !== soughtMs.current) player?.seek(urlMs);
    soughtMs.current = urlMs;
  }, [player, urlMs]);
  const seek = useCallback((ms: number) => player?.playFrom(ms), [player]);
  return {
    ready,
    query,
    clock,
    urlMs,
    resumeMs: urlMs === undefined ? storedMs : 0,
    seek: shown.has_media && shown.status === 'completed' ? seek : null,
  };
}

type Sound = ReturnType<typeof useSound>;

type TextColumnProps = {
  /** Beside the text in a wide window, else above it. It stays in view while the text scrolls. */
  picture?: ReactNode;
  children: ReactNode;
};

/** Lines of 68 characters, with room for the times in the left margin. */
export function TextColumn({ picture, children }: TextColumnProps) {
  const column = (
    <div className="text-column grid w-full max-w-[48rem] min-w-0 grid-cols-[minmax(0,1fr)] gap-4 print:max-w-none">
      {children}
    </div>
  );
  const pageClass = 'px-gutter pt-3 pb-10 sm:px-8 sm:pt-5 print:p-0';
  if (picture === undefined) return <div className={`mx-auto flex max-w-[52rem] ${pageClass}`}>{column}</div>;
  return (
    <div className={`mx-auto grid max-w-[84rem] gap-4 xl:flex xl:items-start xl:gap-8 ${pageClass}`}>
      <div
        data-covers-text="top"
        className="sticky top-0 z-10 -mx-gutter -mt-3 bg-paper sm:top-14 sm:mt-0 sm:mx-0 xl:top-20 xl:order-last xl:min-w-64 xl:grow xl:basis-0"
      >
        {picture}
      </div>
      {column}
    </div>
  );
}

type OpenTranscriptionProps = {
  shown: Transcription;
  header: { backTo: string; isRenaming: boolean; onRename: (isRenaming: boolean) => void };
  planFeatures: readonly string[] | undefined;
};

/**
 * A running or finished transcription. One component for both, so that the end of the transcription neither moves
 * the text nor closes what the reader has opened.
 */
export function OpenTranscription({ shown, header, planFeatures }: OpenTranscriptionProps) {
  const { job_id: id, text, watermark } = shown;
  const isFinished = shown.status === 'completed';
  const serverText = useServerText(shown);
  const sound = useSound(shown);
  const searched = useSearchedWords(id, sound.urlMs ?? 0);
  const view = useTranscriptView({
    jobId: id,
    server: serverText,
    editable: isFinished && !serverText.isWhole,
    searched,
  });
  const { store } = view;
  const textRevision = useSyncExternalStore(store.subscribe, store.revision, store.revision);
  const { isCollapsed, toggle } = useCollapsedText();
  const isWide = useMediaQuery('(width >= 64rem)');
  const hasKeyboard = useHasKeyboard();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const hasText = isFinished ? (text ?? '').trim() !== '' : shown.segments.length > 0;
  const isLong = hasText && isFinished && (text ?? '').length >= shortTextMaxLength;
  const copiedText = () => {
    const spoken = store.segments();
    return textWithSpeakers(spoken, { names: store.names(), numbers: speakerNumbers(spoken) });
  };
  const saveText = () => store.saveNow();
  const player = sound.ready?.player;

  return (
    <>
      <TranscriptionHeader
        {...header}
        shown={shown}
        tools={
          <>
            {hasText ? <TextTools view={view} /> : null}
            {isFinished && hasText ? (
              <>
                {isWide ? (
                  <CopyButton
                    variant="quiet"
                    text={copiedText}
                    label="Copiar texto"
                    doneLabel="Texto copiado!"
                  />
                ) : null}
                <DownloadMenu jobId={id} planFeatures={planFeatures} beforeExport={saveText} />
                <Button variant="quiet" className="max-xl:hidden" onClick={goToSummary}>
                  Ir ao resumo
                </Button>
              </>
            ) : null}
            <MoreMenu shown={shown} onRename={() => header.onRename(true)}>
              {isFinished && hasText ? (
                <>
                  {isWide ? null : (
                    <MenuItem onSelect={() => void copyText(copiedText(), 'Texto copiado!')}>
                      Copiar texto
                    </MenuItem>
                  )}
                  <MenuItem onSelect={goToSummary}>Ir ao resumo</MenuItem>
                  {view.hasDoubt ? (
                    <MenuToggle
                      label="Palavras em dúvida"
                      checked={view.marksDoubt}
                      onChange={view.setMarksDoubt}
                    />
                  ) : null}
                </>
              ) : null}
              {isLong ? <MenuItem onSelect={toggle}>{collapseLabel(isCollapsed)}</MenuItem> : null}
              {sound.ready === undefined || !hasKeyboard ? null : (
                <MenuItem onSelect={() => setShowsShortcuts(true)}>Atalhos do teclado</MenuItem>
              )}
            </MoreMenu>
          </>
        }
        bars={hasText ? <TextBars view={view} /> : null}
      />
      <TextColumn
        picture={
          player?.kind === 'video' ? (
            <Video player={player} jobId={id} title={displayName(shown)} language={shown.language} />
          ) : undefined
        }
      >
        {shown.engine_is_sandbox ? <SandboxMark /> : null}
        <CutNotice reason={shown.reason} reason_text={shown.reason_text} />
        {hasText ? (
          <TranscriptText
            view={view}
            clock={sound.clock}
            onSeek={sound.seek}
            isCollapsed={isCollapsed}
            footer={isFinished ? watermark : inProgressText}
          />
        ) : (
          <TextPlaceholder footer={isFinished ? watermark : undefined}>
            {isFinished ? 'Transcrição concluída, mas sem texto disponível.' : inProgressText}
          </TextPlaceholder>
        )}
        {/* The key makes it another element below the text: it does not move there. */}
        {isFinished ? null : <RunningNote key={String(hasText)} />}
        {isLong ? <OpenTextButton isCollapsed={isCollapsed} onToggle={toggle} /> : null}
        {isFinished && hasText ? (
          <SummarySection
            jobId={id}
            customPrompt={shown.customPrompt}
            textRevision={textRevision}
            canExportDocuments={canExportText(planFeatures)}
            beforeGenerate={saveText}
            onSeek={sound.seek}
          />
        ) : null}
      </TextColumn>
      {isFinished ? (
        <SoundBar
          shown={shown}
          sound={sound}
          shortcuts={{ showsShortcuts, onShowShortcuts: setShowsShortcuts }}
        />
      ) : (
        <RunningBar shown={shown} />
      )}
    </>
  );
}

type SoundBarProps = {
  shown: Transcription;
  sound: Sound;
  shortcuts: { showsShortcuts: boolean; onShowShortcuts: (shows: boolean) => void };
};

function SoundBar({ shown, sound: { ready, query, resumeMs }, shortcuts }: SoundBarProps) {
  if (ready !== undefined)
    return <PlayerBar {...shortcuts} ready={ready} title={displayName(shown)} leftOffMs={resumeMs} />;
  if (query.error !== null)
    return <PlayerError onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return shown.has_media ? <PlayerSkeleton /> : null;
}
