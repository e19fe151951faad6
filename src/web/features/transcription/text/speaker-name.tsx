import { classNames } from '#web/ui/class-names.ts';

type SpeakerNameProps = {
  name: string;
  /** Whether the button is in the Tab order. */
  isStop: boolean;
  /** Absent while the text is read-only. */
  onPress?: ((button: HTMLElement) => void) | undefined;
};

const nameClass = 'max-w-full truncate text-sm font-semibold text-ink max-sm:max-w-[calc(100%-4rem)]';

/** Opens the list of people. */
export function SpeakerName({ name, isStop, onPress }: SpeakerNameProps) {
  if (onPress === undefined)
    return (
      <p data-turn-name title={name} className={nameClass}>
        {name}
      </p>
    );
  return (
    <button
      type="button"
      data-turn-name
      tabIndex={isStop ? 0 : -1}
      aria-haspopup="dialog"
      title={`${name}: mudar quem fala`}
      aria-label={`${name}: mudar quem fala`}
      onClick={(event) => onPress(event.currentTarget)}
      className={classNames(
        nameClass,
        '-mx-2 -my-1.5 min-h-10 rounded-control px-2 text-left hover:bg-sunken',
      )}
    >
      {name}
    </button>
  );
}
