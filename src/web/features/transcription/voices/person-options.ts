import { folded } from '../text/find-text.ts';
import type { Person } from './people.ts';

/** Only the chosen turn, or all turns of its voice. */
export type Scope = 'here' | 'all';

export type Choice =
  | Readonly<{ kind: 'person'; person: Person; key: number }>
  /** A name that is new in this text: typed now, or known from another recording. */
  | Readonly<{ kind: 'typed' | 'known'; name: string }>
  /** A new person without a name. */
  | Readonly<{ kind: 'new' }>;

const collator = new Intl.Collator('pt-BR', { sensitivity: 'accent' });
const isSameName = (one: string, other: string) => collator.compare(one.trim(), other.trim()) === 0;

export type Asked = Readonly<{
  people: readonly Person[];
  /** The person to be changed; undefined where the text does not say who speaks. */
  current: Person | undefined;
  usedBefore: readonly string[];
  typed: string;
}>;

const plain = (name: string) => name.trim().replaceAll(/\s+/g, ' ');
const typedName = ({ typed, current }: Asked) => (plain(typed) === current?.name ? '' : plain(typed));

/** The options of the list for the typed letters. */
export function personOptions(asked: Asked, scope: Scope): Choice[] {
  const { people, current, usedBefore } = asked;
  const typed = typedName(asked);
  const fits = (name: string) => folded(name).includes(folded(typed));
  const isTaken = (name: string) => people.some((person) => isSameName(person.name, name));
  const others = people
    .map((person, at) => ({ kind: 'person' as const, person, key: at + 1 }))
    .filter(({ person }) => person.speaker !== current?.speaker && fits(person.name));
  const known = usedBefore
    .filter((name) => !isTaken(name) && fits(name))
    .map((name) => ({ kind: 'known' as const, name }));
  const isNew = typed !== '' && !others.some(({ person }) => isSameName(person.name, typed));
  return [
    ...(isNew ? [{ kind: 'typed' as const, name: typed }] : []),
    ...others,
    ...(typed === '' && scope === 'here' ? [{ kind: 'new' as const }] : []),
    ...known,
  ];
}

/** The choice of Enter in the field: the person with exactly this name, or a new name. Undefined changes nothing. */
export function typedChoice({ people, current, typed }: Asked): Choice | undefined {
  const name = plain(typed);
  if (name === (current?.name ?? '')) return undefined;
  const at = people.findIndex(
    (person) => person.speaker !== current?.speaker && isSameName(person.name, name),
  );
  const person = people[at];
  return person === undefined ? { kind: 'typed', name } : { kind: 'person', person, key: at + 1 };
}

/**
 * A new name is most likely for the whole voice, and so is anything said of a voice without a name. Where the voice has
 * its name, the turn is most likely wrong, and letters that look for another person must not merge the two.
 */
export function likelyScope(asked: Asked): Scope {
  const { current } = asked;
  if (current === undefined) return 'here';
  if (current.turns === 1 || !current.isNamed) return 'all';
  if (typedChoice(asked)?.kind !== 'typed') return 'here';
  const looksForPerson = personOptions(asked, 'all').some(({ kind }) => kind !== 'typed');
  return looksForPerson ? 'here' : 'all';
}
