import { flushSync } from 'react-dom';
import type { Transcription } from '#contract/transcription.ts';
import { MarksLater, MarksPanel } from '#web/features/transcription/marks/marks-panel.tsx';
import type { PlacedMark } from '#web/features/transcription/marks/placed-marks.ts';
import type { MarkList } from '#web/features/transcription/marks/use-marks.ts';
import { SidePanel } from '#web/features/transcription/panel/side-panel.tsx';
import type { usePanel } from '#web/features/transcription/panel/use-panel.ts';
import type { Player } from '#web/features/transcription/player/create-player.ts';
import type { Quote } from '#web/features/transcription/quote/use-quote.ts';
import { canExportText } from '#web/features/transcription/screen/download-menu.tsx';
import { Moments } from '#web/features/transcription/summary/moments.tsx';
import { SummaryLater, SummarySection } from '#web/features/transcription/summary/summary-section.tsx';
import type { TranscriptView } from '#web/features/transcription/text/use-transcript-view.ts';
import type { useMoments } from './transcription-moments.ts';

type TranscriptionPanelProps = {
  shown: Transcription;
  planFeatures: readonly string[] | undefined;
  view: TranscriptView;
  player: Player | undefined;
  panel: ReturnType<typeof usePanel>;
  moments: ReturnType<typeof useMoments>;
  marks: MarkList;
  quote: Quote;
  hasKeyboard: boolean;
  textRevision: number;
  saveText: () => Promise<void>;
};

/** The summary and the marks: beside the text, or in tabs of their own. */
export function TranscriptionPanel(props: TranscriptionPanelProps) {
  const { shown, planFeatures, view, player, panel, moments, marks, quote, ...rest } = props;
  const { job_id: id, status } = shown;
  const isFinished = status === 'completed';
  const canExportDocuments = canExportText(planFeatures);

  function openMark({ place }: PlacedMark, moment: HTMLElement) {
    if (place.state === 'gone') return;
    const { startMs, endMs, from } = place;
    if (startMs === undefined || endMs === undefined) {
      if (panel.isTextBehind) flushSync(() => panel.show('text'));
      return view.showPassage(from.id, true);
    }
    const play = () => quote.playRange(startMs, endMs);
    moments.actions.open(startMs, { moment, goesToText: false, play });
  }

  function citeMarks(placed: readonly PlacedMark[]) {
    const places = placed.flatMap(({ place }) => (place.state === 'gone' ? [] : [place]));
    quote.citePlaces(places, placed.length - places.length);
  }

  return (
    <SidePanel
      panel={panel}
      markCount={marks.marks.length}
      summary={
        isFinished ? (
          <Moments value={moments.actions}>
            <SummarySection
              jobId={id}
              customPrompt={shown.customPrompt}
              isOfTestText={shown.engine_is_sandbox}
              textRevision={rest.textRevision}
              canExportDocuments={canExportDocuments}
              beforeGenerate={rest.saveText}
              onEnd={panel.tellNews}
            />
          </Moments>
        ) : (
          <SummaryLater />
        )
      }
      marks={
        isFinished ? (
          <MarksPanel
            jobId={id}
            list={marks}
            style={quote.style}
            onChooseStyle={quote.setStyle}
            canExportDocuments={canExportDocuments}
            beforeExport={rest.saveText}
            hasSound={player !== undefined}
            hasKeyboard={rest.hasKeyboard && !view.isEditing}
            onOpen={openMark}
            onCite={citeMarks}
          />
        ) : (
          <MarksLater />
        )
      }
    />
  );
}
