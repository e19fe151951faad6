import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Transcription } from '#contract/transcription.ts';
import { speakerNumbers, textWithSpeakers } from '#domain/transcript/transcript-text.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { fixedClock } from '../../features/transcription/player/create-player.ts';
import { PlayerBar, PlayerError, PlayerSkeleton } from '../../features/transcription/player/player-bar.tsx';
import { usePlayer } from '../../features/transcription/player/use-player.ts';
import { Video } from '../../features/transcription/player/video.tsx';
import { canExportText, ExportButtons } from '../../features/transcription/screen/export-buttons.tsx';
import { RunningPanel } from '../../features/transcription/screen/progress-panels.tsx';
import {
  CutNotice,
  OpenTextButton,
  SandboxMark,
  TextPlaceholder,
} from '../../features/transcription/screen/text-notices.tsx';
import { SummarySection } from '../../features/transcription/summary/summary-section.tsx';
import { foundQuery } from '../../features/transcription/text/api.ts';
import { useTextStore } from '../../features/transcription/text/open-text-store.ts';
import type { ListSearch } from '../../features/transcription/text/search-hits-bar.tsx';
import { TranscriptText } from '../../features/transcription/text/transcript-text.tsx';
import { readPlaybackPosition } from '../../features/transcription/transcription-storage.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

const inProgressText = 'Transcrição em andamento...';

/** The text as it arrives, without player or editor. */
export function TranscriptionInProgress({ shown }: { shown: Transcription }) {
  const serverText = useServerText(shown);
  return (
    <>
      <RunningPanel shown={shown} />
      {shown.engine_is_sandbox && shown.segments.length > 0 ? <SandboxMark /> : null}
      {shown.segments.length === 0 ? (
        <TextPlaceholder>{inProgressText}</TextPlaceholder>
      ) : (
        <TranscriptText
          jobId={shown.job_id}
          server={serverText}
          editable={false}
          clock={null}
          onSeek={null}
          isOpen={false}
          footer={inProgressText}
        />
      )}
    </>
  );
}

/** A shorter text fits into the box even on a phone, so it needs no button that opens the box. */
const shortTextMaxLength = 120;

type FinishedTranscriptionProps = { shown: Transcription; planFeatures: readonly string[] | undefined };

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
function useServerText({ segments, text, audio_duration, speaker_names, revision }: Transcription) {
  return useMemo(() => {
    const whole = [{ id: 0, start_ms: 0, end_ms: Math.round(audio_duration * 1_000), text: text ?? '' }];
    const isWhole = segments.length === 0;
    return { segments: isWhole ? whole : segments, isWhole, speakerNames: speaker_names, revision };
  }, [segments, text, audio_duration, speaker_names, revision]);
}

/** The player, the text and its export. */
export function FinishedTranscription({ shown, planFeatures }: FinishedTranscriptionProps) {
  const { job_id: id, text, watermark } = shown;
  const [isOpen, setOpen] = useState(false);
  const serverText = useServerText(shown);
  const urlMs = useStartMsFromUrl();
  const [storedMs] = useState(() => readPlaybackPosition(id));
  const resumeMs = urlMs === undefined ? storedMs : 0;
  const startMs = urlMs ?? storedMs;
  const searched = useSearchedWords(id, urlMs ?? 0);
  const { ready, query } = usePlayer({
    jobId: id,
    hasMedia: shown.has_media,
    durationMs: shown.audio_duration * 1_000,
    startMs,
  });
  const player = ready?.player;
  const clock = useMemo(() => player?.clock ?? (startMs > 0 ? fixedClock(startMs) : null), [player, startMs]);
  useEffect(() => {
    if (urlMs !== undefined) player?.seek(urlMs);
  }, [player, urlMs]);
  const seek = useCallback((ms: number) => player?.playFrom(ms), [player]);
  const name = displayName(shown);
  const store = useTextStore(id, serverText);
  const textRevision = useSyncExternalStore(store.subscribe, store.revision, store.revision);
  const copiedText = () => {
    const spoken = store.segments();
    return textWithSpeakers(spoken, { names: store.names(), numbers: speakerNumbers(spoken) });
  };
  const saveText = () => store.saveNow();
  const hasText = (text ?? '').trim() !== '';

  return (
    <>
      {shown.engine_is_sandbox ? <SandboxMark /> : null}
      <CutNotice reason={shown.reason} reason_text={shown.reason_text} />
      <section aria-label="Som e texto" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {player?.kind === 'video' ? (
          <Video player={player} jobId={id} title={name} language={shown.language} />
        ) : null}
        {ready !== undefined ? (
          <PlayerBar ready={ready} title={name} leftOffMs={resumeMs} />
        ) : query.error !== null ? (
          <PlayerError onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : shown.has_media ? (
          <PlayerSkeleton />
        ) : null}
        {hasText ? (
          <>
            <TranscriptText
              jobId={id}
              server={serverText}
              editable={!serverText.isWhole}
              clock={clock}
              onSeek={shown.has_media ? seek : null}
              isOpen={isOpen}
              footer={watermark}
              searched={searched}
            />
            {(text ?? '').length < shortTextMaxLength ? null : (
              <OpenTextButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
            )}
          </>
        ) : (
          <TextPlaceholder footer={watermark}>
            Transcrição concluída, mas sem texto disponível.
          </TextPlaceholder>
        )}
      </section>
      {hasText ? (
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
            onSeek={shown.has_media ? seek : null}
          />
        </>
      ) : null}
    </>
  );
}
