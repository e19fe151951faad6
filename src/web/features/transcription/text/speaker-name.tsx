import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type SpeakerNameProps = {
  name: string;
  /** Whether the button is in the Tab order. */
  isStop: boolean;
  /** Absent while the text is read-only. */
  onRename?: ((name: string) => void) | undefined;
};

const maxNameLength = 80;
const nameClass = 'max-w-full truncate text-sm font-semibold text-ink max-sm:max-w-[calc(100%-4rem)]';

/** Renaming applies to all segments of the speaker. */
export function SpeakerName({ name, isStop, onRename }: SpeakerNameProps) {
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const isLeftByKey = useRef(false);
  useEffect(() => {
    if (typed !== undefined || !isLeftByKey.current) return;
    isLeftByKey.current = false;
    button.current?.focus();
  }, [typed]);
  if (onRename === undefined)
    return (
      <p title={name} className={nameClass}>
        {name}
      </p>
    );
  if (typed === undefined)
    return (
      <button
        ref={button}
        type="button"
        tabIndex={isStop ? 0 : -1}
        title={`${name}: mudar o nome em todos os trechos`}
        aria-label={`${name}: mudar o nome`}
        onClick={() => setTyped(name)}
        className={classNames(
          nameClass,
          '-mx-2 -my-1.5 min-h-10 rounded-control px-2 text-left hover:bg-sunken',
        )}
      >
        {name}
      </button>
    );
  const finish = () => {
    setTyped(undefined);
    // Do not save the default name ("Pessoa 1") when the user did not change it.
    if (typed.trim() !== name) onRename(typed.trim());
  };
  const leaveByKey = (leave: () => void) => {
    isLeftByKey.current = true;
    leave();
  };
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label="Nome de quem fala"
      value={typed}
      maxLength={maxNameLength}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        // Otherwise the same key press activates the button that replaces the field.
        event.preventDefault();
        if (event.key === 'Enter') return leaveByKey(finish);
        event.stopPropagation();
        leaveByKey(() => setTyped(undefined));
      }}
      // On a phone the field is as high as a finger needs and moves the text down; elsewhere it fills its line.
      className="my-2 h-10 w-56 max-w-full rounded-control border border-line-strong bg-raised px-2 text-sm sm:my-0 sm:h-7"
    />
  );
}
