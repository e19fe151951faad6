import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Transcription } from '#contract/transcription.ts';
import { speakerNumbers, textWithSpeakers } from '#domain/transcript/transcript-text.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { fixedClock } from '../../features/transcription/player/create-player.ts';
import { PlayerBar, PlayerError, PlayerSkeleton } from '../../features/transcription/player/player-bar.tsx';
import { usePlayer } from '../../features/transcription/player/use-player.ts';
import { Video } from '../../features/transcription/player/video.tsx';
import { canExportText, ExportButtons } from '../../features/transcription/screen/export-buttons.tsx';
import { RunningBar } from '../../features/transcription/screen/progress-panels.tsx';
import {
  CutNotice,
  OpenTextButton,
  RunningNote,
  SandboxMark,
  TextPlaceholder,
} from '../../features/transcription/screen/text-notices.tsx';
import { goToSummary, SummarySection } from '../../features/transcription/summary/summary-section.tsx';
import { foundQuery } from '../../features/transcription/text/api.ts';
import { useCollapsedText } from '../../features/transcription/text/collapsed-text.ts';
import type { ListSearch } from '../../features/transcription/text/search-hits-bar.tsx';
import { TextTools } from '../../features/transcription/text/text-tools.tsx';
import { TextBars, TranscriptText } from '../../features/transcription/text/transcript-text.tsx';
import { useTranscriptView } from '../../features/transcription/text/use-transcript-view.ts';
import { readPlaybackPosition } from '../../features/transcription/transcription-storage.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

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

type OpenTranscriptionProps = { shown: Transcription; planFeatures: readonly string[] | undefined };

/**
 * A running or finished transcription. One component for both, so that the end of the transcription neither moves
 * the text nor closes what the reader has opened.
 */
export function OpenTranscription({ shown, planFeatures }: OpenTranscriptionProps) {
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
  const hasText = isFinished ? (text ?? '').trim() !== '' : shown.segments.length > 0;
  const copiedText = () => {
    const spoken = store.segments();
    return textWithSpeakers(spoken, { names: store.names(), numbers: speakerNumbers(spoken) });
  };
  const saveText = () => store.saveNow();
  const player = sound.ready?.player;

  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {shown.engine_is_sandbox ? <SandboxMark /> : null}
        <CutNotice reason={shown.reason} reason_text={shown.reason_text} />
        {player?.kind === 'video' ? (
          <Video player={player} jobId={id} title={displayName(shown)} language={shown.language} />
        ) : null}
        {hasText ? (
          <div className="sticky top-0 z-10 -mb-2 bg-paper print:hidden" data-covers-text="top">
            <div className="-mx-2 flex flex-wrap items-center gap-x-2 border-b border-line py-1">
              <TextTools view={view} />
              {isFinished ? (
                <Button variant="quiet" className="ml-auto" onClick={goToSummary}>
                  Ir ao resumo
                </Button>
              ) : null}
            </div>
            <TextBars view={view} />
          </div>
        ) : null}
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
        {isFinished ? null : <RunningNote />}
        {!hasText || (text ?? '').length < shortTextMaxLength ? null : (
          <OpenTextButton isCollapsed={isCollapsed} onToggle={toggle} />
        )}
        {isFinished && hasText ? (
          <>
            <ExportButtons jobId={id} planFeatures={planFeatures} beforeExport={saveText}>
              <CopyButton text={copiedText} label="Copiar texto" doneLabel="Texto copiado!" />
            </ExportButtons>
            <SummarySection
              jobId={id}
              customPrompt={shown.customPrompt}
              textRevision={textRevision}
              canExportDocuments={canExportText(planFeatures)}
              beforeGenerate={saveText}
              onSeek={sound.seek}
            />
          </>
        ) : null}
      </div>
      {isFinished ? <SoundBar shown={shown} sound={sound} /> : <RunningBar shown={shown} />}
    </>
  );
}

function SoundBar({ shown, sound: { ready, query, resumeMs } }: { shown: Transcription; sound: Sound }) {
  if (ready !== undefined) return <PlayerBar ready={ready} title={displayName(shown)} leftOffMs={resumeMs} />;
  if (query.error !== null)
    return <PlayerError onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return shown.has_media ? <PlayerSkeleton /> : null;
}
