import { Play, Square } from 'lucide-react';
import { Popover } from 'radix-ui';
import {
  type KeyboardEvent,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import '#web/styles/person-list.css';
import { IconButton } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/inputs.tsx';
import { pageContent } from '#web/ui/menu.tsx';
import { sampleOf } from './people.ts';
import { optionId, PersonOptionRows } from './person-option-rows.tsx';
import { likelyScope, personOptions, type Scope, typedChoice } from './person-options.ts';
import { ScopeChoice } from './scope-choice.tsx';
import type { PersonList as List, PersonTarget } from './use-person-list.ts';

const maxNameLength = 80;

type PersonListProps = {
  list: List;
  /** Names from other recordings of this account. */
  usedBefore: readonly string[];
  /** Without one, a focused field would at once cover the list with the keyboard of a phone. */
  hasKeyboard: boolean;
};

/** The list of people for a turn or a selection: beside it, and on phones as a sheet. */
export function PersonList({ list, usedBefore, hasKeyboard }: PersonListProps) {
  const { target } = list;
  const field = useRef<HTMLInputElement>(null);
  const anchor = useMemo(
    () => ({ current: target?.anchor ?? { getBoundingClientRect: () => new DOMRect() } }),
    [target],
  );
  if (target === undefined) return null;
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || list.close()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal container={pageContent()}>
        <div>
          {/* Takes the press that closes the list. On the text it would also play a word. */}
          <div className="person-list-veil fixed inset-0 z-40" />
          <Popover.Content
            aria-label="Quem fala"
            align="start"
            sideOffset={4}
            collisionPadding={12}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              if (hasKeyboard) field.current?.select();
              else if (event.target instanceof HTMLElement) event.target.focus();
            }}
            // The list says itself where the focus goes.
            onCloseAutoFocus={(event) => event.preventDefault()}
            className="person-list z-50 flex animate-rise flex-col border border-line bg-raised shadow-float outline-none"
          >
            <PersonForm {...{ list, usedBefore, target, field, hasKeyboard }} />
          </Popover.Content>
        </div>
      </Popover.Portal>
    </Popover.Root>
  );
}

type PersonFormProps = PersonListProps & {
  target: PersonTarget;
  field: RefObject<HTMLInputElement | null>;
};

function PersonForm({ list, usedBefore, target, field, hasKeyboard }: PersonFormProps) {
  const segments = useSyncExternalStore(list.subscribe, list.segments);
  const people = list.people();
  const current = people.find(({ speaker }) => speaker === target.speaker);
  const [typed, setTyped] = useState(current?.name ?? '');
  const [chosenScope, setScope] = useState<Scope>();
  const [active, setActive] = useState(-1);
  const listId = useId();

  const asked = { people, current, usedBefore, typed };
  const scope = chosenScope ?? likelyScope(asked);
  const options = personOptions(asked, scope);

  function onKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      // One more place than options: the field itself.
      const places = options.length + 1;
      setActive(((active + 1 + by + places) % places) - 1);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const choice = options[active] ?? typedChoice(asked);
      if (choice === undefined) list.close();
      else list.choose(choice, scope);
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="flex shrink-0 items-center gap-1">
        <input
          ref={field}
          role="combobox"
          aria-label="Nome de quem fala"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === -1 ? undefined : optionId(listId, active)}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="done"
          placeholder="Quem fala?"
          value={typed}
          maxLength={maxNameLength}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(-1);
          }}
          onKeyDown={onKey}
          className={`${controlClass} h-10 min-w-0 max-sm:h-12`}
        />
        <Sample
          list={list}
          range={current && sampleOf(segments, current.speaker)}
          name={current?.name ?? ''}
        />
      </div>
      {current === undefined || current.turns === 1 ? null : (
        <ScopeChoice scope={scope} turns={current.turns} onChoose={setScope} />
      )}
      <PersonOptionRows
        id={listId}
        options={options}
        active={active}
        scope={scope}
        showsKeys={hasKeyboard}
        onChoose={(choice) => list.choose(choice, scope)}
      />
    </>
  );
}

type SampleProps = { list: List; range: readonly [number, number] | undefined; name: string };

/** Some seconds of the voice, so that a person knows whose name to write. */
function Sample({ list, range, name }: SampleProps) {
  if (!list.canPlay || range === undefined) return null;
  const { isPlaying, play, stop } = list.sample;
  const Icon = isPlaying ? Square : Play;
  return (
    <IconButton
      label={isPlaying ? 'Parar' : `Ouvir a voz de ${name}`}
      className="max-sm:size-12"
      onClick={() => (isPlaying ? stop() : play(range))}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
