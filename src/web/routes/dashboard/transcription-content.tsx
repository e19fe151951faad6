import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import { partHeadings } from '#domain/transcript/part-headings.ts';
import { testTextNote } from '#domain/transcript/test-text.ts';
import { textWithSpeakers } from '#domain/transcript/transcript-text.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { focusContent } from '#web/browser/focus-content.ts';
import { useMediaQuery } from '#web/browser/use-media-query.ts';
import { MarkMargin } from '#web/features/transcription/marks/mark-margin.tsx';
import { useMarks } from '#web/features/transcription/marks/use-marks.ts';
import { PanelTabs, tabIds, tabPanelIds } from '#web/features/transcription/panel/panel-tabs.tsx';
import { usePanel } from '#web/features/transcription/panel/use-panel.ts';
import { useHasKeyboard } from '#web/features/transcription/player/player-keys.ts';
import {
  savePausesWhileWriting,
  usePausesWhileWriting,
} from '#web/features/transcription/player/player-settings.ts';
import { Video } from '#web/features/transcription/player/video.tsx';
import { QuoteBar } from '#web/features/transcription/quote/quote-bar.tsx';
import { useQuote } from '#web/features/transcription/quote/use-quote.ts';
import { ReviewBar } from '#web/features/transcription/review/review-bar.tsx';
import { ReviewButton } from '#web/features/transcription/review/review-button.tsx';
import { useReview } from '#web/features/transcription/review/use-review.ts';
import { useScore } from '#web/features/transcription/score/use-score.ts';
import { DownloadMenu } from '#web/features/transcription/screen/download-menu.tsx';
import { MoreMenu } from '#web/features/transcription/screen/more-menu.tsx';
import { RunningBar } from '#web/features/transcription/screen/progress-panels.tsx';
import { TextColumn } from '#web/features/transcription/screen/text-column.tsx';
import {
  CutNotice,
  collapseLabel,
  OpenTextButton,
  RunningNote,
  SandboxMark,
  TextPlaceholder,
} from '#web/features/transcription/screen/text-notices.tsx';
import { TranscriptionHeader } from '#web/features/transcription/screen/transcription-header.tsx';
import { summaryFailed } from '#web/features/transcription/summary/summary-texts.ts';
import { KeyboardRow } from '#web/features/transcription/text/keyboard-row.tsx';
import { PassageSheet } from '#web/features/transcription/text/passage-sheet.tsx';
import { namingOf } from '#web/features/transcription/text/speaker-naming.ts';
import { useCollapsedText, useNamesReviewer } from '#web/features/transcription/text/text-choices.ts';
import { TextTools } from '#web/features/transcription/text/text-tools.tsx';
import { TextBars, TranscriptText } from '#web/features/transcription/text/transcript-text.tsx';
import { useTranscriptView } from '#web/features/transcription/text/use-transcript-view.ts';
import { usedNamesQuery } from '#web/features/transcription/voices/api.ts';
import { PersonList } from '#web/features/transcription/voices/person-list.tsx';
import { usePersonKeys } from '#web/features/transcription/voices/use-person-keys.ts';
import { usePersonList } from '#web/features/transcription/voices/use-person-list.ts';
import { CopyButton, copyText } from '#web/ui/copy-button.tsx';
import { MenuItem, MenuToggle } from '#web/ui/menu.tsx';
import { useMoments } from './transcription-moments.ts';
import { TranscriptionPanel } from './transcription-panel.tsx';
import { SoundBar } from './transcription-sound-bar.tsx';
import { useSearchedWords, useServerText, useSound } from './transcription-state.ts';
import { useSharedMoment } from './use-shared-moment.ts';

const inProgressText = 'Transcrição em andamento...';

/** A shorter text fits into the collapsed box even on a phone, so it needs no button. */
const shortTextMaxLength = 120;

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
    hasTimes: !serverText.isWhole,
    searched,
    parts: shown.parts,
  });
  const { store } = view;
  const textRevision = useSyncExternalStore(store.subscribe, store.revision, store.revision);
  const namesReviewer = useNamesReviewer();
  const { isOn: isCollapsed, toggle } = useCollapsedText();
  const collapse = () => {
    view.keepPlace();
    toggle();
  };
  // The tools of an edit would leave no room for the title.
  const showsCopy = useMediaQuery('(width >= 64rem)') && !view.isEditing;
  const isRoomy = useMediaQuery('(width >= 80rem)');
  const hasKeyboard = useHasKeyboard();
  const pausesWhileWriting = usePausesWhileWriting();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const hasText = isFinished ? (text ?? '').trim() !== '' : shown.segments.length > 0;
  const isLong = hasText && isFinished && (text ?? '').length >= shortTextMaxLength;
  const copiedText = () => {
    const spoken = store.segments();
    const copied = textWithSpeakers(spoken, namingOf(store), partHeadings(spoken, shown.parts));
    return shown.engine_is_sandbox ? `${testTextNote}\n\n${copied}` : copied;
  };
  const saveText = () => store.saveNow();
  const hasPanel = !isFinished || hasText;
  const panel = usePanel({
    isOffered: hasPanel,
    textTools: Number(view.isEditing) + Number(view.isFinding),
    onLeaveText: () => {
      if (view.isFinding) view.closeFind();
    },
    focusText: () => {
      const stop = view.box.current?.querySelector<HTMLElement>('[data-row-stop][tabindex="0"]');
      if (stop == null) focusContent();
      else stop.focus();
    },
  });
  const moments = useMoments({ view, panel, seek: sound.seek, isCollapsed, openText: toggle });
  const player = sound.ready?.player;
  useSharedMoment({ view, player, ms: sound.urlMs });
  const review = useReview({
    jobId: id,
    view,
    player,
    isOffered: hasText && view.editable && shown.has_media,
    opensKeyboard: hasKeyboard,
    openText: () => isCollapsed && collapse(),
  });

  const marks = useMarks({
    jobId: id,
    view,
    isOffered: hasText && isFinished,
    onOpen: () => panel.show('marks'),
  });
  const score = useScore(view, marks.moments);
  const canSayWho = hasText && isFinished && view.editable;
  const people = usePersonList({ view, player });
  const usedNames = useQuery({ ...usedNamesQuery, enabled: people.target !== undefined });
  const quote = useQuote({
    view,
    shown,
    player,
    onMark: marks.addSelection,
    onAskWho: canSayWho ? people.openAtSelection : undefined,
    isOffered: hasText && isFinished && !panel.isTextBehind,
  });
  usePersonKeys({ view, player, list: people, selectedIds: quote.selected?.ids, isOffered: canSayWho });
  const isPhone = useMediaQuery('(width < 40rem)');
  const reviewBar = (
    <ReviewBar
      review={review}
      hasKeyboard={hasKeyboard}
      isPhone={isPhone}
      isTextBehind={panel.isTextBehind}
    />
  );

  return (
    <>
      <TranscriptionHeader
        {...header}
        shown={shown}
        tools={
          <>
            <ReviewButton review={review} />
            {hasText ? <TextTools view={view} /> : null}
            {isFinished && hasText ? (
              <>
                {showsCopy ? (
                  <CopyButton
                    variant="quiet"
                    text={copiedText}
                    label="Copiar texto"
                    doneLabel="Texto copiado!"
                  />
                ) : null}
                <span className={view.isEditing ? 'contents max-sm:hidden' : 'contents'}>
                  <DownloadMenu
                    jobId={id}
                    planFeatures={planFeatures}
                    reviewLine={review.isOffered && review.hasHeard ? namesReviewer : undefined}
                    beforeExport={saveText}
                  />
                </span>
              </>
            ) : null}
            <MoreMenu shown={shown} onRename={() => header.onRename(true)}>
              {isFinished && hasText ? (
                <>
                  {showsCopy ? null : (
                    <MenuItem onSelect={() => void copyText(copiedText(), 'Texto copiado!')}>
                      Copiar texto
                    </MenuItem>
                  )}
                  {view.status.canUndo && !view.isEditing && !isRoomy ? (
                    <MenuItem onSelect={view.actions.undo}>Desfazer</MenuItem>
                  ) : null}
                  {view.hasTimes && !view.isEditing && serverText.segments.length > 1 ? (
                    <MenuToggle
                      label="Tempos em cada frase"
                      checked={view.showsSentenceTimes}
                      onChange={view.toggleSentenceTimes}
                    />
                  ) : null}
                  {view.hasDoubt ? (
                    <MenuToggle
                      label="Palavras em dúvida"
                      checked={view.marksDoubt}
                      onChange={view.setMarksDoubt}
                    />
                  ) : null}
                </>
              ) : null}
              {view.isEditing && player !== undefined ? (
                <MenuToggle
                  label="Pausar enquanto escrevo"
                  checked={pausesWhileWriting}
                  onChange={savePausesWhileWriting}
                />
              ) : null}
              {isLong ? <MenuItem onSelect={collapse}>{collapseLabel(isCollapsed)}</MenuItem> : null}
              {sound.ready === undefined || !hasKeyboard ? null : (
                <MenuItem onSelect={() => setShowsShortcuts(true)}>Atalhos do teclado</MenuItem>
              )}
            </MoreMenu>
          </>
        }
        stays={panel.isTextBehind}
        bars={
          <>
            {hasPanel ? (
              <PanelTabs
                shown={panel.tab}
                onShow={panel.show}
                news={panel.news}
                markCount={marks.marks.length}
                failureText={summaryFailed}
              />
            ) : null}
            {hasText ? (
              <div className={panel.isTextBehind ? 'hidden' : 'contents'}>
                <TextBars view={view} hidesHint={review.isOn} />
                {isPhone ? null : reviewBar}
              </div>
            ) : null}
          </>
        }
      />
      <TextColumn
        picture={
          player?.kind === 'video' ? (
            <Video player={player} jobId={id} title={displayName(shown)} language={shown.language} />
          ) : undefined
        }
        isBehind={panel.isTextBehind}
        {...(hasPanel &&
          !panel.isBeside && {
            panel: { id: tabPanelIds.text, role: 'tabpanel', 'aria-labelledby': tabIds.text },
          })}
      >
        {shown.engine_is_sandbox ? <SandboxMark /> : null}
        <CutNotice reason={shown.reason} reason_text={shown.reason_text} />
        {hasText ? (
          <TranscriptText
            view={view}
            clock={sound.clock}
            onSeek={sound.seek}
            isCollapsed={isCollapsed}
            onName={people.openAtName}
            margin={(segments) => <MarkMargin segments={segments} marks={marks.marks} onOpen={marks.open} />}
            footer={isFinished ? watermark : inProgressText}
          />
        ) : (
          <TextPlaceholder footer={isFinished ? watermark : undefined}>
            {isFinished ? 'Transcrição concluída, mas sem texto disponível.' : inProgressText}
          </TextPlaceholder>
        )}
        {/* The key makes it another element below each length of the text: it does not move there. */}
        {isFinished ? null : <RunningNote key={shown.segments.length} />}
        {isLong ? <OpenTextButton isCollapsed={isCollapsed} onToggle={collapse} /> : null}
      </TextColumn>
      {hasPanel ? (
        <TranscriptionPanel
          shown={shown}
          planFeatures={planFeatures}
          view={view}
          player={player}
          panel={panel}
          moments={moments}
          marks={marks}
          quote={quote}
          hasKeyboard={hasKeyboard}
          textRevision={textRevision}
          saveText={saveText}
        />
      ) : null}
      <p role="status" className="sr-only">
        {moments.cited === undefined ? null : 'Trecho citado aberto abaixo.'}
      </p>
      {moments.cited === undefined ? null : (
        <PassageSheet
          view={view}
          clock={sound.clock}
          {...moments.cited}
          onClose={moments.close}
          onGoToText={moments.goToText}
        />
      )}
      <QuoteBar quote={quote} isPhone={isPhone} />
      <PersonList list={people} usedBefore={usedNames.data ?? []} hasKeyboard={hasKeyboard} />
      {/* Not in the header, which moves and would take it along. */}
      {isPhone ? reviewBar : null}
      {view.isEditing && !hasKeyboard ? (
        <KeyboardRow view={view} player={player} review={review.isOn ? review : undefined} />
      ) : null}
      {isFinished ? (
        <SoundBar
          shown={shown}
          sound={sound}
          score={score}
          shortcuts={{ showsShortcuts, onShowShortcuts: setShowsShortcuts }}
          phoneAction={<ReviewButton review={review} isShort />}
        />
      ) : (
        <RunningBar shown={shown} />
      )}
    </>
  );
}
