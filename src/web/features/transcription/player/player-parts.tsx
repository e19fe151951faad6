import { Pause, Play } from 'lucide-react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { PlaybackFailure, Player } from './create-player.ts';
import { usePlayerState } from './use-player.ts';

export const faultTexts: Readonly<Record<PlaybackFailure, string>> = {
  'not-loaded': 'O som não carregou. Verifique sua internet.',
  blocked: 'O navegador bloqueou o som. Permita o som nesta página.',
  'no-output': 'Este aparelho não tem saída de som. Conecte um fone ou uma caixa de som.',
  'not-decoded': 'Este navegador não conseguiu tocar o som. O texto está aqui, completo.',
};

type PlaybackAlertProps = { text: string; retrying?: boolean; onRetry: () => void };

export function PlaybackAlert({ text, retrying = false, onRetry }: PlaybackAlertProps) {
  return (
    <div
      role="alert"
      className="flex h-full min-w-0 grow basis-0 items-center gap-x-2 text-sm leading-tight text-loss sm:ml-2"
    >
      <span className="min-w-0">{text}</span>
      <Button variant="quiet" className="shrink-0 whitespace-nowrap" busy={retrying} onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}

export function PlayButton({ player, label }: { player: Player; label: string }) {
  const { isPlaying, isWaiting } = usePlayerState(player);
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={isPlaying ? 'Pausar' : label}
      title={isPlaying ? 'Pausar' : label}
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
  );
}

export function Times({ player, className }: { player: Player; className: string }) {
  const { seconds, durationMs } = usePlayerState(player);
  return (
    <div
      className={classNames('player-times text-xs tabular-nums sm:ml-1 sm:shrink-0 sm:text-sm', className)}
    >
      <p className="flex flex-col whitespace-nowrap sm:flex-row sm:gap-1">
        <span className="font-medium">{formatTimestamp(seconds * 1_000)}</span>
        <span className="text-ink-soft">
          <span aria-hidden="true" className="hidden sm:inline">
            /{' '}
          </span>
          <span className="sr-only">de </span>
          {formatTimestamp(durationMs)}
        </span>
      </p>
    </div>
  );
}
