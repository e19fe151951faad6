import type { TextEdit } from '#contract/transcript.ts';
import { retimeWords } from '#domain/transcript/edited-words.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { changeLetters, maxLeavingLetters, maxLetters, type ServerText } from './api.ts';
import type { TextDraft } from './text-draft.ts';
import { type Conflict, mergeEdits, type Step, type TextChange } from './text-edits.ts';
import {
  changesElsewhere,
  isSameSpoken,
  type NameChange,
  type SpeakerChange,
  type Spoken,
  spokenOf,
  withSpoken,
} from './text-speakers.ts';

const maxChanges = 2_000;

/** An edit clears the warning; the server decides about it when the page loads again. */
function edited(original: StoredSegment, text: string): StoredSegment {
  if (text === original.text) return original;
  const { warning: _, confidence: __, words: ___, ...rest } = original;
  const words = retimeWords(original, text);
  return { ...rest, text, ...(words !== undefined && { words }) };
}

/** The text on the screen with its unsaved changes. */
export function createWorkingText(first: ServerText) {
  let server = first;
  let originals = new Map<number, StoredSegment>();
  let places = new Map<number, number>();
  let savedTexts = new Map<number, string>();
  let savedSpoken = new Map<number, Spoken>();
  let savedNames: Readonly<Record<string, string>> = {};
  let segments: readonly StoredSegment[] = [];
  let names: Readonly<Record<string, string>> = {};
  let dirty = new Set<number>();
  let dirtySpoken = new Set<number>();
  /** The common base of each conflicting segment. Without it, a later merge would drop an unresolved conflict. */
  const heldBases = new Map<number, string>();

  const segmentAt = (id: number) => segments[places.get(id) ?? -1];
  const textAt = (id: number) => segmentAt(id)?.text ?? '';
  const unsavedNames = () =>
    Object.entries(names)
      .filter(([speaker, name]) => (savedNames[speaker] ?? '') !== name)
      .map(([speaker, after]) => ({ speaker, after }));

  /** Another tab may merge a voice away, and the server then drops its name. A segment given to it keeps the name. */
  function namesOfUnsaved() {
    const speakers = new Set([...dirtySpoken].map((id) => segmentAt(id)?.speaker ?? ''));
    return [...speakers].flatMap((speaker) => {
      const name = names[speaker];
      return name && savedNames[speaker] === name ? [{ speaker, after: name, isKnown: true }] : [];
    });
  }

  function unsaved(): TextDraft {
    const bases = (id: number) => heldBases.get(id) ?? savedTexts.get(id) ?? '';
    return {
      texts: [...dirty].map((id) => ({ id, base: bases(id), mine: textAt(id) })),
      names: [...unsavedNames(), ...namesOfUnsaved()],
      spoken: [...dirtySpoken].flatMap((id) => {
        const segment = segmentAt(id);
        return segment === undefined ? [] : [{ id, startMs: segment.start_ms, ...spokenOf(segment) }];
      }),
    };
  }

  function put(changes: readonly Pick<TextChange, 'id' | 'after'>[]) {
    const next = [...segments];
    for (const { id, after } of changes) {
      const [original, now, at] = [originals.get(id), segmentAt(id), places.get(id)];
      if (original === undefined || now === undefined || at === undefined) continue;
      next[at] = withSpoken(edited(original, after), spokenOf(now));
      if (after === savedTexts.get(id)) dirty.delete(id);
      else dirty.add(id);
    }
    segments = next;
  }

  function putSpoken(changes: readonly Pick<SpeakerChange, 'id' | 'after'>[]) {
    const next = [...segments];
    for (const { id, after } of changes) {
      const [segment, saved, at] = [segmentAt(id), savedSpoken.get(id), places.get(id)];
      if (segment === undefined || saved === undefined || at === undefined) continue;
      next[at] = withSpoken(segment, after);
      if (isSameSpoken(after, saved)) dirtySpoken.delete(id);
      else dirtySpoken.add(id);
    }
    segments = next;
  }

  function putNames(changes: readonly Pick<NameChange, 'speaker' | 'after'>[]) {
    names = { ...names, ...Object.fromEntries(changes.map(({ speaker, after }) => [speaker, after])) };
  }

  /** Takes the server's text as the new base and reapplies local edits. */
  function take(next: ServerText, mine: TextDraft): readonly Conflict[] {
    server = next;
    originals = new Map(next.segments.map((segment) => [segment.id, segment]));
    places = new Map(next.segments.map(({ id }, at) => [id, at]));
    savedTexts = new Map(next.segments.map(({ id, text }) => [id, text]));
    savedSpoken = new Map(next.segments.map((segment) => [segment.id, spokenOf(segment)]));
    savedNames = next.speakerNames;
    segments = next.segments;
    [dirty, dirtySpoken] = [new Set(), new Set()];
    const { unsaved: still, conflicts } = mergeEdits(mine.texts, savedTexts);
    const bases = new Map(mine.texts.map(({ id, base }) => [id, base]));
    heldBases.clear();
    for (const { id } of conflicts) heldBases.set(id, bases.get(id) ?? '');
    put(still.map(({ id, mine: after }) => ({ id, after })));
    const known = mine.spoken.filter(({ id, startMs }) => originals.get(id)?.start_ms === startMs);
    putSpoken(known.map(({ id, speaker, assigned }) => ({ id, after: { speaker, assigned } })));
    names = savedNames;
    // A rename elsewhere wins over a name that this page has only carried along.
    const present = new Set(next.segments.map(({ speaker }) => speaker));
    putNames(mine.names.filter(({ speaker, isKnown = false }) => !(isKnown && present.has(speaker))));
    return conflicts;
  }

  function changeOf(id: number, isHeld: boolean): TextEdit['changes'][number] | undefined {
    const segment = segmentAt(id);
    const [hasText, hasSpoken] = [dirty.has(id) && !isHeld, dirtySpoken.has(id)];
    if (segment === undefined || !(hasText || hasSpoken)) return undefined;
    return { id, ...(hasText && { text: segment.text }), ...(hasSpoken && spokenOf(segment)) };
  }

  return {
    segments: () => segments,
    names: () => names,
    segmentAt,
    textAt,
    /** The text that the server has, as far as this page knows. */
    savedTextAt: (id: number) => savedTexts.get(id),
    server: () => server,
    put,
    putSpoken,
    putNames,
    take,
    unsaved,
    forgetBases: () => heldBases.clear(),

    /** The changes of speakers in the server's next text that a person made on another tab or device. */
    changesElsewhere(next: ServerText): Step {
      const mine = unsaved();
      return changesElsewhere(
        { spoken: savedSpoken, names: savedNames },
        { segments: next.segments, names: next.speakerNames },
        {
          ids: new Set(mine.spoken.map(({ id }) => id)),
          speakers: new Set(
            mine.names.filter(({ isKnown = false }) => !isKnown).map(({ speaker }) => speaker),
          ),
        },
      );
    },

    /** The server's speakers of segments that both this page and another tab have changed. */
    overruledBy: (next: ServerText): Pick<SpeakerChange, 'id' | 'before'>[] =>
      next.segments.flatMap((segment) => {
        const [saved, theirs] = [savedSpoken.get(segment.id), spokenOf(segment)];
        const isBoth = dirtySpoken.has(segment.id) && saved !== undefined && !isSameSpoken(saved, theirs);
        return isBoth ? [{ id: segment.id, before: theirs }] : [];
      }),

    /** The next request; undefined when the server has everything but the texts of conflicts. */
    pending({ leaving, held }: { leaving: boolean; held: ReadonlySet<number> }): TextEdit | undefined {
      const limit = leaving ? maxLeavingLetters : maxLetters;
      const changes: TextEdit['changes'] = [];
      let letters = 0;
      for (const id of new Set([...dirty, ...dirtySpoken])) {
        const change = changeOf(id, held.has(id));
        if (change === undefined || (leaving && letters + changeLetters(change) > limit)) continue;
        changes.push(change);
        letters += changeLetters(change);
        if (letters > limit || changes.length >= maxChanges) break;
      }
      // The server drops the name of a speaker without segments, so a speaker that returns brings the name along.
      const hasNames = unsavedNames().length > 0 || changes.some(({ speaker }) => speaker !== undefined);
      if (changes.length === 0 && !hasNames) return undefined;
      return { revision: server.revision, changes, ...(hasNames && { speaker_names: names }) };
    },

    /** The server has an edit. The user may have changed a segment again during the request. */
    saved(edit: TextEdit, revision: number) {
      server = { ...server, revision };
      for (const { id, text, speaker, assigned = true } of edit.changes) {
        const now = segmentAt(id);
        if (text !== undefined) {
          savedTexts.set(id, text);
          if (textAt(id) === text) dirty.delete(id);
          else dirty.add(id);
        }
        if (speaker === undefined || now === undefined) continue;
        savedSpoken.set(id, { speaker, assigned });
        if (isSameSpoken(spokenOf(now), { speaker, assigned })) dirtySpoken.delete(id);
        else dirtySpoken.add(id);
      }
      if (edit.speaker_names !== undefined) savedNames = edit.speaker_names;
    },
  };
}
