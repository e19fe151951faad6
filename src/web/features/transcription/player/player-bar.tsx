import { Keyboard, Maximize, RotateCcw, RotateCw, SkipBack } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Menu, MenuChoices } from '#web/ui/menu.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BottomBar } from '../bottom-bar.tsx';
import type { Player } from './create-player.ts';
import { usePauseWhileWriting } from './pause-while-writing.ts';
import { chooseSpeed, skipMs, useHasKeyboard, useMediaSession, useShortcuts } from './player-keys.ts';
import { faultTexts, PlayButton, PlaybackAlert, Times } from './player-parts.tsx';
import { isSpeed, speeds, speedText } from './player-settings.ts';
import type { Score } from './score-lines.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { type ReadyPlayer, usePlayerState } from './use-player.ts';
import { Waveform } from './waveform.tsx';
import '#web/styles/player-bar.css';

type PlayerBarProps = {
  ready: ReadyPlayer;
  score: Score;
  title: string;
  /** The playback position of an earlier visit; 0 if there is none. */
  leftOffMs: number;
  showsShortcuts: boolean;
  onShowShortcuts: (shows: boolean) => void;
  /** On phones, where the header has no room for it. */
  phoneAction?: ReactNode;
};

export function PlayerBar(props: PlayerBarProps) {
  const { player, peaks } = props.ready;
  const { score, title, leftOffMs, showsShortcuts, onShowShortcuts, phoneAction } = props;
  const hasKeyboard = useHasKeyboard();
  const canResume = useCanResume(player, leftOffMs);
  const shortcuts = useShortcuts(player, () => onShowShortcuts(true));
  const { fault } = usePlayerState(player);
  useMediaSession(player, title);
  usePauseWhileWriting(player);
  return (
    <BottomBar label="Ouvir a gravação" className="player-bar items-center gap-x-1">
      {player.kind === 'audio' ? (
        // biome-ignore lint/a11y/useMediaCaption: its captions are the text above
        <audio ref={player.attach} preload="metadata" />
      ) : null}
      <PlayButtons
        player={player}
        playLabel={canResume ? `Continuar de ${formatTimestamp(leftOffMs)}` : 'Tocar'}
        isNarrow={canResume || fault !== undefined}
      />
      {fault !== undefined ? (
        <PlaybackAlert text={faultTexts[fault]} onRetry={player.play} />
      ) : (
        <>
          {canResume ? <ResumeNote leftOffMs={leftOffMs} onRestart={() => player.playFrom(0)} /> : null}
          <Times player={player} className={canResume ? 'hidden xl:flex' : 'flex'} />
          <Waveform player={player} peaks={peaks} score={score} />
        </>
      )}
      <span className="player-choices z-10 ml-auto flex shrink-0 items-center">
        {phoneAction}
        <SpeedMenu player={player} />
        {player.kind === 'video' && document.fullscreenEnabled ? (
          <IconButton label="Tela cheia" onClick={() => void player.showAlone()}>
            <Maximize aria-hidden="true" className="size-5" />
          </IconButton>
        ) : null}
        {hasKeyboard ? (
          <IconButton
            label="Atalhos do teclado"
            onClick={() => onShowShortcuts(true)}
            className="max-sm:hidden"
          >
            <Keyboard aria-hidden="true" className="size-5" />
          </IconButton>
        ) : null}
      </span>
      <ShortcutsDialog
        open={showsShortcuts}
        onOpenChange={onShowShortcuts}
        areOn={shortcuts.areOn}
        onTurn={shortcuts.turn}
      />
    </BottomBar>
  );
}

/** True until the user plays or seeks. */
function useCanResume(player: Player, leftOffMs: number) {
  const { isPlaying, seconds } = usePlayerState(player);
  const [isOver, setOver] = useState(false);
  const isThere = leftOffMs > 0 && !isPlaying && seconds === Math.floor(leftOffMs / 1_000);
  if (!isThere && !isOver) setOver(true);
  return isThere && !isOver;
}

/** In the row of the times, so that the bar keeps its height. */
function ResumeNote({ leftOffMs, onRestart }: { leftOffMs: number; onRestart: () => void }) {
  return (
    <p className="player-resume z-10 flex min-w-0 items-center text-sm leading-tight text-ink-soft sm:ml-2">
      Você parou em {formatTimestamp(leftOffMs)}.
      <Button variant="quiet" className="max-sm:hidden" onClick={onRestart}>
        Ouvir do começo
      </Button>
      <IconButton label="Ouvir do começo" className="sm:hidden" onClick={onRestart}>
        <SkipBack aria-hidden="true" className="size-5" />
      </IconButton>
    </p>
  );
}

type PlayButtonsProps = {
  player: Player;
  playLabel: string;
  /** Leaves room for a message beside the play button on a phone. */
  isNarrow: boolean;
};

function PlayButtons({ player, playLabel, isNarrow }: PlayButtonsProps) {
  const skipClass = isNarrow ? 'max-sm:hidden' : '';
  return (
    <span className="z-10 flex h-13 items-center sm:-ml-2">
      <IconButton label="Voltar 5 segundos" className={skipClass} onClick={() => player.skip(-skipMs)}>
        <SkipMark arrow={RotateCcw} />
      </IconButton>
      <PlayButton player={player} label={playLabel} />
      <IconButton label="Avançar 5 segundos" className={skipClass} onClick={() => player.skip(skipMs)}>
        <SkipMark arrow={RotateCw} />
      </IconButton>
    </span>
  );
}

/** An arrow around the number of skipped seconds. */
function SkipMark({ arrow: Arrow }: { arrow: typeof RotateCw }) {
  return (
    <span aria-hidden="true" className="relative grid place-items-center">
      <Arrow className="size-6" strokeWidth={1.75} />
      <span className="absolute mt-px text-[0.625rem] leading-none font-semibold">{skipMs / 1_000}</span>
    </span>
  );
}

const speedChoices = speeds.map((speed) => ({
  value: String(speed),
  label: speed === 1 ? `${speedText(speed)} (normal)` : speedText(speed),
}));

function SpeedMenu({ player }: { player: Player }) {
  const { speed } = usePlayerState(player);
  return (
    <Menu
      label="Velocidade"
      trigger={
        <button
          type="button"
          aria-label={`Velocidade: ${speedText(speed)}`}
          className="inline-flex min-h-10 min-w-14 shrink-0 items-center justify-center rounded-control px-2 text-sm font-medium text-ink-soft tabular-nums transition-colors hover:bg-sunken hover:text-ink"
        >
          {speedText(speed)}
        </button>
      }
    >
      <MenuChoices
        value={String(speed)}
        choices={speedChoices}
        onChoose={(value) => {
          const chosen = Number(value);
          if (isSpeed(chosen)) chooseSpeed(player, chosen);
        }}
      />
    </Menu>
  );
}

/** In the place of the player, so that its arrival moves nothing. */
export function PlayerSkeleton() {
  return (
    <BottomBar className="items-center gap-4">
      <Skeleton className="size-11 rounded-full" />
      <Skeleton className="h-6 grow" />
    </BottomBar>
  );
}

export function PlayerError({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <BottomBar label="Ouvir a gravação">
      <PlaybackAlert
        text="O som não carregou. O texto está aqui, completo."
        retrying={retrying}
        onRetry={onRetry}
      />
    </BottomBar>
  );
}
