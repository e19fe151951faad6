import { maxSegmentTextLength, type TextEdit } from '#contract/transcript.ts';
import { retimeWords } from '#domain/transcript/edited-words.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { createListeners } from '../../../browser/listeners.ts';
import { maxLeavingLetters, maxLetters, type ServerText } from './api.ts';
import { createSaveLoop, type SaveError, type SaveState } from './save-loop.ts';
import type { TextDraftStore } from './text-draft.ts';
import {
  type Conflict,
  emptyHistory,
  mergeEdits,
  type NameChange,
  recordStep,
  recordTyping,
  redoStep,
  type TextChange,
  type UnsavedEdit,
  undoStep,
} from './text-edits.ts';

const maxChanges = 2_000;

export type TextStatus = Readonly<{
  save: SaveState;
  canUndo: boolean;
  canRedo: boolean;
  conflicts: readonly Conflict[];
  /** The store restored edits from a draft. */
  isRestored: boolean;
}>;

/** The version to keep when both sides changed the same segment. */
export type Resolution = 'mine' | 'theirs' | 'both';

type TextStoreOptions = {
  server: ServerText;
  draft: TextDraftStore;
  send: (edit: TextEdit) => Promise<number>;
  read: () => Promise<ServerText>;
  toSaveError: (error: unknown) => SaveError;
  nowMs?: () => number;
};

export type TextStore = ReturnType<typeof createTextStore>;

/** An edit clears the warning; the server decides about it when the page loads again. */
function edited(original: StoredSegment, text: string): StoredSegment {
  if (text === original.text) return original;
  const { warning: _, confidence: __, words: ___, ...rest } = original;
  const words = retimeWords(original, text);
  return { ...rest, text, ...(words !== undefined && { words }) };
}

/**
 * Holds the text on the screen and its unsaved edits, and saves them. It lives outside React, so that a key press
 * renders one segment and not the whole list.
 */
export function createTextStore(options: TextStoreOptions) {
  const { draft, send, read, toSaveError, nowMs = () => performance.now() } = options;
  const listeners = createListeners();
  let server = options.server;
  let originals = new Map<number, StoredSegment>();
  let places = new Map<number, number>();
  let savedTexts = new Map<number, string>();
  let savedNames: Readonly<Record<string, string>> = {};
  let segments: readonly StoredSegment[] = [];
  let names: Readonly<Record<string, string>> = {};
  let history = emptyHistory;
  let dirty = new Set<number>();
  /** The common base of each conflicting segment. Without it, a later merge would drop an unresolved conflict. */
  const heldBases = new Map<number, string>();
  let status: TextStatus = {
    save: { kind: 'saved' },
    canUndo: false,
    canRedo: false,
    conflicts: [],
    isRestored: false,
  };

  function updateStatus(changes: Partial<TextStatus> = {}) {
    status = {
      ...status,
      canUndo: history.done.length > 0,
      canRedo: history.undone.length > 0,
      ...changes,
    };
    listeners.notify();
  }

  const segmentAt = (id: number) => segments[places.get(id) ?? -1];
  const textAt = (id: number) => segmentAt(id)?.text ?? '';
  const unsaved = (): UnsavedEdit[] =>
    [...dirty].map((id) => ({
      id,
      base: heldBases.get(id) ?? savedTexts.get(id) ?? '',
      mine: textAt(id),
    }));
  const unsavedNames = () =>
    Object.entries(names)
      .filter(([speaker, name]) => (savedNames[speaker] ?? '') !== name)
      .map(([speaker, after]) => ({ speaker, after }));
  const keepDraft = () => draft.write({ texts: unsaved(), names: unsavedNames() });

  function put(changes: readonly Pick<TextChange, 'id' | 'after'>[]) {
    const next = [...segments];
    for (const { id, after } of changes) {
      const [original, at] = [originals.get(id), places.get(id)];
      if (original === undefined || at === undefined) continue;
      next[at] = edited(original, after);
      if (after === savedTexts.get(id)) dirty.delete(id);
      else dirty.add(id);
    }
    segments = next;
  }

  /** Takes the server's text as the new base and reapplies local edits. */
  function takeServer(
    next: ServerText,
    mine: readonly UnsavedEdit[],
    mineNames: readonly Omit<NameChange, 'before'>[],
  ) {
    server = next;
    originals = new Map(next.segments.map((segment) => [segment.id, segment]));
    places = new Map(next.segments.map(({ id }, at) => [id, at]));
    savedTexts = new Map(next.segments.map(({ id, text }) => [id, text]));
    savedNames = next.speakerNames;
    segments = next.segments;
    dirty = new Set();
    const { unsaved: still, conflicts } = mergeEdits(mine, savedTexts);
    const bases = new Map(mine.map(({ id, base }) => [id, base]));
    heldBases.clear();
    for (const { id } of conflicts) heldBases.set(id, bases.get(id) ?? '');
    put(still.map(({ id, mine: after }) => ({ id, after })));
    names = { ...savedNames, ...Object.fromEntries(mineNames.map(({ speaker, after }) => [speaker, after])) };
    return conflicts;
  }

  function pending({ leaving }: { leaving: boolean }): TextEdit | undefined {
    const held = new Set(status.conflicts.map(({ id }) => id));
    const limit = leaving ? maxLeavingLetters : maxLetters;
    const changes: { id: number; text: string }[] = [];
    let letters = 0;
    for (const id of dirty) {
      const text = textAt(id);
      if (held.has(id) || (leaving && letters + text.length > limit)) continue;
      changes.push({ id, text });
      letters += text.length;
      if (letters > limit || changes.length >= maxChanges) break;
    }
    const hasNames = unsavedNames().length > 0;
    if (changes.length === 0 && !hasNames) return undefined;
    return { revision: server.revision, changes, ...(hasNames && { speaker_names: names }) };
  }

  const loop = createSaveLoop({
    pending,
    async send(edit) {
      const revision = await send(edit);
      server = { ...server, revision };
      for (const { id, text = '' } of edit.changes) {
        savedTexts.set(id, text);
        // The user may have changed the segment again during the request.
        if (textAt(id) === text) dirty.delete(id);
        else dirty.add(id);
      }
      if (edit.speaker_names !== undefined) savedNames = edit.speaker_names;
      keepDraft();
      updateStatus();
    },
    async reconcile() {
      const next = await read();
      const conflicts = takeServer(next, unsaved(), unsavedNames());
      keepDraft();
      updateStatus({ conflicts });
    },
    toSaveError,
    onState: (save) => updateStatus({ save }),
  });

  function changed() {
    keepDraft();
    updateStatus({ isRestored: false });
    loop.touch();
  }

  /** Undoes or redoes a step. Returns the changed segment, so that the list can scroll to it. */
  function travel(taken: ReturnType<typeof undoStep>, way: 'before' | 'after') {
    const { step } = taken;
    history = taken.history;
    if (step === undefined) return undefined;
    const from = way === 'before' ? 'after' : 'before';
    // Skip segments that changed elsewhere since this step.
    const texts = step.texts.filter((change) => textAt(change.id) === change[from]);
    put(texts.map((change) => ({ id: change.id, after: change[way] })));
    names = { ...names, ...Object.fromEntries(step.names.map((change) => [change.speaker, change[way]])) };
    changed();
    const [first] = texts;
    return first === undefined ? undefined : { id: first.id, text: first[way] };
  }

  const restored = draft.read();
  const firstConflicts = takeServer(options.server, restored?.texts ?? [], restored?.names ?? []);
  const isRestored = dirty.size > 0;
  status = { ...status, conflicts: firstConflicts, isRestored };

  return {
    subscribe: listeners.subscribe,
    segments: () => segments,
    segmentAt,
    /** The text that the server has, as far as this page knows. */
    savedTextAt: (id: number) => savedTexts.get(id),
    names: () => names,
    status: () => status,
    revision: () => server.revision,

    /** Saves edits that were restored or left over from an earlier visit. */
    begin() {
      keepDraft();
      if (pending({ leaving: false }) !== undefined) loop.touch();
    },

    type(id: number, typed: string) {
      const [before, after] = [textAt(id), typed.slice(0, maxSegmentTextLength)];
      if (before === after || !places.has(id)) return;
      history = recordTyping(history, { id, before, after }, nowMs());
      put([{ id, after }]);
      changed();
    },

    /** Changes any number of segments as one undo step. */
    change(texts: readonly Pick<TextChange, 'id' | 'after'>[]) {
      const real = texts
        .map(({ id, after }) => ({ id, before: textAt(id), after: after.slice(0, maxSegmentTextLength) }))
        .filter(({ before, after }) => before !== after);
      if (real.length === 0) return;
      history = recordStep(history, { texts: real, names: [] });
      put(real);
      changed();
    },

    rename(speaker: string, after: string) {
      const before = names[speaker] ?? '';
      if (before === after) return;
      history = recordStep(history, { texts: [], names: [{ speaker, before, after }] });
      names = { ...names, [speaker]: after };
      changed();
    },

    undo: () => travel(undoStep(history), 'before'),
    redo: () => travel(redoStep(history), 'after'),

    /** One undo brings the other version back. */
    resolve(resolution: Resolution) {
      const { conflicts } = status;
      if (resolution !== 'mine') {
        const texts = conflicts.map(({ id, mine, theirs }) => ({
          id,
          before: textAt(id),
          after: resolution === 'theirs' ? theirs : `${textAt(id) || mine} ${theirs}`,
        }));
        history = recordStep(history, { texts, names: [] });
        put(texts);
      }
      status = { ...status, conflicts: [] };
      heldBases.clear();
      changed();
    },

    /** Takes a newer text from the page: new segments while the job runs, or the finished text. */
    follow(next: ServerText) {
      const isNewer =
        next.revision > server.revision ||
        (next.revision === server.revision &&
          server.revision === 0 &&
          next.segments.length !== server.segments.length);
      if (!isNewer) return;
      const conflicts = takeServer(next, unsaved(), unsavedNames());
      updateStatus({ conflicts });
    },

    saveNow: () => loop.now(),
    leave() {
      keepDraft();
      return loop.leave();
    },
    stop: () => loop.stop(),
  };
}
