import { Keyboard, Maximize, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { PlaybackFailure, Player } from './create-player.ts';
import { chooseSpeed, skipMs, useHasKeyboard, useMediaSession, useShortcuts } from './player-keys.ts';
import { isSpeed, speeds, speedText } from './player-settings.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { type ReadyPlayer, usePlayerState } from './use-player.ts';
import { Waveform } from './waveform.tsx';

/** Fixed at the bottom on phones, in reach of the thumb; sticky above the text on larger screens. */
const placeClass =
  'player-bar fixed inset-x-0 z-20 border-t border-line bg-raised px-gutter pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:sticky sm:top-0 sm:bottom-auto sm:rounded-card sm:border sm:px-4 sm:pt-3 sm:pb-2 print:hidden';

const faultTexts: Readonly<Record<PlaybackFailure, string>> = {
  'not-loaded': 'O som não carregou. Verifique sua internet.',
  'no-output': 'Este aparelho não tem saída de som. Conecte um fone ou uma caixa de som.',
  'not-decoded': 'Este navegador não conseguiu tocar o som. O texto está aqui, completo.',
};

type PlayerBarProps = {
  ready: ReadyPlayer;
  title: string;
  /** The playback position of an earlier visit; 0 if there is none. */
  leftOffMs: number;
};

export function PlayerBar({ ready: { player, peaks }, title, leftOffMs }: PlayerBarProps) {
  const hasKeyboard = useHasKeyboard();
  const canResume = useCanResume(player, leftOffMs);
  const [showsList, setShowsList] = useState(false);
  const shortcuts = useShortcuts(player, () => setShowsList(true));
  const { fault } = usePlayerState(player);
  useMediaSession(player, title);
  return (
    <section aria-label="Ouvir a gravação" className={placeClass}>
      {player.kind === 'audio' ? (
        // biome-ignore lint/a11y/useMediaCaption: its captions are the text below
        <audio ref={player.attach} preload="metadata" />
      ) : null}
      <Waveform player={player} peaks={peaks} />
      <div className="mt-1 flex flex-wrap items-center gap-1 md:flex-nowrap">
        <PlayButtons
          player={player}
          playLabel={canResume ? `Continuar de ${formatTimestamp(leftOffMs)}` : 'Tocar'}
        />
        <Times player={player} />
        {canResume ? <ResumeNote leftOffMs={leftOffMs} onRestart={() => player.playFrom(0)} /> : null}
        <span className="ml-auto flex items-center">
          <SpeedMenu player={player} />
          {player.kind === 'video' && document.fullscreenEnabled ? (
            <IconButton label="Tela cheia" onClick={() => void player.showAlone()}>
              <Maximize aria-hidden="true" className="size-5" />
            </IconButton>
          ) : null}
          {hasKeyboard ? (
            <IconButton label="Atalhos do teclado" onClick={() => setShowsList(true)}>
              <Keyboard aria-hidden="true" className="size-5" />
            </IconButton>
          ) : null}
        </span>
      </div>
      {fault === undefined ? null : (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-loss">
          {faultTexts[fault]}
          <Button variant="quiet" onClick={player.play}>
            Tentar de novo
          </Button>
        </div>
      )}
      <ShortcutsDialog
        open={showsList}
        onOpenChange={setShowsList}
        areOn={shortcuts.areOn}
        onTurn={shortcuts.turn}
      />
    </section>
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

function ResumeNote({ leftOffMs, onRestart }: { leftOffMs: number; onRestart: () => void }) {
  return (
    <p className="resume-note order-last flex basis-full items-center justify-between text-sm text-ink-soft md:order-none md:ml-3 md:basis-auto">
      Você parou em {formatTimestamp(leftOffMs)}.
      <Button variant="quiet" onClick={onRestart}>
        Ouvir do começo
      </Button>
    </p>
  );
}

function PlayButtons({ player, playLabel }: { player: Player; playLabel: string }) {
  const { isPlaying, isWaiting } = usePlayerState(player);
  const Icon = isPlaying ? Pause : Play;
  return (
    <span className="-ml-2 flex items-center">
      <IconButton label="Voltar 5 segundos" onClick={() => player.skip(-skipMs)}>
        <SkipMark arrow={RotateCcw} />
      </IconButton>
      <button
        type="button"
        aria-label={isPlaying ? 'Pausar' : playLabel}
        title={isPlaying ? 'Pausar' : playLabel}
        onClick={player.toggle}
        className="grid size-11 shrink-0 place-items-center rounded-full border border-transparent bg-thread text-on-thread transition-colors hover:bg-thread-deep"
      >
        {isWaiting ? (
          <Spinner className="size-5" />
        ) : (
          <Icon
            aria-hidden="true"
            className={isPlaying ? 'size-5 fill-current' : 'ml-0.5 size-5 fill-current'}
          />
        )}
      </button>
      <IconButton label="Avançar 5 segundos" onClick={() => player.skip(skipMs)}>
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

function Times({ player }: { player: Player }) {
  const { seconds, durationMs } = usePlayerState(player);
  return (
    <p className="ml-1 flex flex-col text-xs tabular-nums sm:flex-row sm:gap-1 sm:text-sm">
      <span className="font-medium">{formatTimestamp(seconds * 1_000)}</span>
      <span className="text-ink-soft">
        <span aria-hidden="true" className="hidden sm:inline">
          /{' '}
        </span>
        <span className="sr-only">de </span>
        {formatTimestamp(durationMs)}
      </span>
    </p>
  );
}

const placeholderClass = 'rounded-card border border-line bg-raised px-4 py-3 print:hidden';

/** As high as the player, to avoid a layout shift. */
export function PlayerSkeleton() {
  return (
    <div aria-hidden="true" className={`${placeholderClass} hidden sm:block`}>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="mt-1.5 h-10 w-52" />
    </div>
  );
}

export function PlayerError({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <div
      role="alert"
      className={`${placeholderClass} flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft`}
    >
      <p>O som não carregou. O texto está aqui, completo.</p>
      <Button variant="secondary" busy={retrying} onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}
