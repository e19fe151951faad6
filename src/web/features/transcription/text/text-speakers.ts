import type { StoredSegment } from '#domain/transcript/segment.ts';
import { namingIn, speakerName } from '#domain/transcript/transcript-text.ts';

/** Null: the text does not say who speaks. */
export type Spoken = Readonly<{ speaker: string | null; assigned: boolean }>;

export type NameChange = Readonly<{ speaker: string; before: string; after: string }>;
export type SpeakerChange = Readonly<{ id: number; before: Spoken; after: Spoken }>;

export const spokenOf = ({ speaker, assigned }: StoredSegment): Spoken => ({
  speaker: speaker ?? null,
  assigned: assigned === true,
});

export const isSameSpoken = (one: Spoken, other: Spoken) =>
  one.speaker === other.speaker && one.assigned === other.assigned;

/** The same object if nothing changes, so that its row does not render. */
export function withSpoken(segment: StoredSegment, spoken: Spoken): StoredSegment {
  if (isSameSpoken(spokenOf(segment), spoken)) return segment;
  const { speaker: _, assigned: __, ...rest } = segment;
  return {
    ...rest,
    ...(spoken.speaker !== null && { speaker: spoken.speaker }),
    ...(spoken.assigned && { assigned: true }),
  };
}

type NamedText = Readonly<{
  segments: readonly StoredSegment[];
  names: Readonly<Record<string, string>>;
}>;

/** The number by appearance, unless another person is shown with it. */
function freeName(byAppearance: string, taken: ReadonlySet<string>): string {
  if (!taken.has(byAppearance)) return byAppearance;
  let number = 1;
  while (taken.has(`Pessoa ${number}`)) number += 1;
  return `Pessoa ${number}`;
}

/** The stored name after a person has emptied it: none, unless its number is shown for another person. */
export function emptiedName(speaker: string, { segments, names }: NamedText): string {
  const naming = namingIn(segments, { ...names, [speaker]: '' });
  const others = [...naming.numbers.keys()].filter((other) => other !== speaker);
  const byAppearance = speakerName(speaker, naming);
  const free = freeName(byAppearance, new Set(others.map((other) => speakerName(other, naming))));
  return free === byAppearance ? '' : free;
}

/**
 * The names that a change of speakers needs. People without a name are numbered by appearance, so another order would
 * exchange "Pessoa 1" and "Pessoa 2" in the whole text: those keep the shown name. A voice without segments loses its
 * name.
 */
export function namesAfterChange(before: NamedText, after: NamedText): NameChange[] {
  const [was, is] = [namingIn(before.segments, before.names), namingIn(after.segments, after.names)];
  const wanted = new Map<string, string>();
  for (const speaker of is.numbers.keys())
    if (after.names[speaker] || was.numbers.has(speaker))
      wanted.set(speaker, after.names[speaker] || speakerName(speaker, was));
  for (const speaker of is.numbers.keys())
    if (!wanted.has(speaker))
      wanted.set(speaker, freeName(speakerName(speaker, is), new Set(wanted.values())));
  const changes: NameChange[] = [];
  for (const [speaker, name] of wanted)
    if (speakerName(speaker, is) !== name)
      changes.push({ speaker, before: after.names[speaker] ?? '', after: name });
  for (const [speaker, name] of Object.entries(after.names))
    if (name !== '' && !is.numbers.has(speaker)) changes.push({ speaker, before: name, after: '' });
  return changes;
}

/** The changes of speakers that another tab or device has saved. Results of a search for voices are left out. */
export function changesElsewhere(
  before: { spoken: ReadonlyMap<number, Spoken>; names: NamedText['names'] },
  after: NamedText,
  mine: { ids: ReadonlySet<number>; speakers: ReadonlySet<string> },
): { spoken: SpeakerChange[]; names: NameChange[] } {
  const spoken = after.segments.flatMap((segment) => {
    const [was, is] = [before.spoken.get(segment.id), spokenOf(segment)];
    if (was === undefined || mine.ids.has(segment.id) || isSameSpoken(was, is)) return [];
    return was.assigned || is.assigned ? [{ id: segment.id, before: was, after: is }] : [];
  });
  const speakers = new Set([...Object.keys(before.names), ...Object.keys(after.names)]);
  const names = [...speakers].flatMap((speaker) => {
    const [was, is] = [before.names[speaker] ?? '', after.names[speaker] ?? ''];
    return was === is || mine.speakers.has(speaker) ? [] : [{ speaker, before: was, after: is }];
  });
  return { spoken, names };
}
