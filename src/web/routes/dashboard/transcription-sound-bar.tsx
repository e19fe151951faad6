import type { ReactNode } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { PlayerBar, PlayerError, PlayerSkeleton } from '#web/features/transcription/player/player-bar.tsx';
import type { useScore } from '#web/features/transcription/score/use-score.ts';
import type { useSound } from './transcription-state.ts';

type SoundBarProps = {
  shown: Transcription;
  sound: ReturnType<typeof useSound>;
  score: ReturnType<typeof useScore>;
  shortcuts: { showsShortcuts: boolean; onShowShortcuts: (shows: boolean) => void };
  phoneAction: ReactNode;
};

/** The player, or what stands in its place. */
export function SoundBar({ shown, sound, score, shortcuts, phoneAction }: SoundBarProps) {
  const { ready, query, resumeMs } = sound;
  if (ready !== undefined)
    return (
      <PlayerBar
        {...shortcuts}
        ready={ready}
        score={score}
        title={displayName(shown)}
        leftOffMs={resumeMs}
        phoneAction={phoneAction}
      />
    );
  if (query.error !== null)
    return <PlayerError onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return shown.has_media ? <PlayerSkeleton /> : null;
}
