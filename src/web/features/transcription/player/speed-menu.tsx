import { Menu, MenuChoices } from '../../../ui/menu.tsx';
import type { Player } from './create-player.ts';
import { isSpeed, type Speed, saveSpeed, speeds, speedText } from './player-settings.ts';
import { usePlayerState } from './use-player.ts';

export function chooseSpeed(player: Player, speed: Speed) {
  player.setSpeed(speed);
  saveSpeed(speed);
}

const choices = speeds.map((speed) => ({
  value: String(speed),
  label: speed === 1 ? `${speedText(speed)} (normal)` : speedText(speed),
}));

export function SpeedMenu({ player }: { player: Player }) {
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
        choices={choices}
        onChoose={(value) => {
          const chosen = Number(value);
          if (isSpeed(chosen)) chooseSpeed(player, chosen);
        }}
      />
    </Menu>
  );
}
