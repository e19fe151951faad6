import { maxSegmentTextLength, type TextEdit } from '#contract/transcript.ts';
import { createListeners } from '#web/browser/listeners.ts';
import type { ServerText } from './api.ts';
import { createSaveLoop, type SaveError, type SaveState } from './save-loop.ts';
import type { TextDraftStore } from './text-draft.ts';
import {
  type Conflict,
  emptyHistory,
  rebaseSteps,
  recordStep,
  recordTyping,
  redoStep,
  type Step,
  type TextChange,
  undoStep,
} from './text-edits.ts';
import { emptiedName, isSameSpoken, namesAfterChange, spokenOf, withSpoken } from './text-speakers.ts';
import { createWorkingText } from './working-text.ts';

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

/**
 * Holds the text on the screen and its unsaved edits, and saves them. It lives outside React, so that a key press
 * renders one segment and not the whole list.
 */
export function createTextStore(options: TextStoreOptions) {
  const { draft, send, read, toSaveError, nowMs = () => performance.now() } = options;
  const listeners = createListeners();
  const text = createWorkingText(options.server);
  const { segmentAt, textAt } = text;
  let history = emptyHistory;
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

  const keepDraft = () => draft.write(text.unsaved());
  const pending = ({ leaving }: { leaving: boolean }) =>
    text.pending({ leaving, held: new Set(status.conflicts.map(({ id }) => id)) });

  /** Takes a newer text of the server. Choices of a person on another tab become a step too, so that this tab can undo them. */
  function takeNewer(next: ServerText) {
    // A search for voices may split the segments of an unchanged text, and then an id means another segment.
    if (next.segments.length !== text.segments().length) history = emptyHistory;
    history = rebaseSteps(recordStep(history, text.changesElsewhere(next)), text.overruledBy(next));
    return text.take(next, text.unsaved());
  }

  const loop = createSaveLoop({
    pending,
    async send(edit) {
      const revision = await send(edit);
      text.saved(edit, revision);
      keepDraft();
      updateStatus();
    },
    async reconcile() {
      const conflicts = takeNewer(await read());
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

  function apply({ texts = [], spoken = [], names = [] }: Step, way: 'before' | 'after') {
    text.put(texts.map((change) => ({ id: change.id, after: change[way] })));
    text.putSpoken(spoken.map((change) => ({ id: change.id, after: change[way] })));
    text.putNames(names.map((change) => ({ speaker: change.speaker, after: change[way] })));
    changed();
  }

  function take(step: Step): Step {
    history = recordStep(history, step);
    apply(step, 'after');
    return step;
  }

  /** Undoes or redoes a step. Returns the changed segment, so that the list can scroll to it. */
  function travel(taken: ReturnType<typeof undoStep>, way: 'before' | 'after') {
    const { step } = taken;
    history = taken.history;
    if (step === undefined) return undefined;
    const from = way === 'before' ? 'after' : 'before';
    // Skip segments that changed elsewhere since this step.
    const texts = (step.texts ?? []).filter((change) => textAt(change.id) === change[from]);
    const spoken = (step.spoken ?? []).filter(({ id, [from]: was }) => {
      const now = segmentAt(id);
      return now !== undefined && isSameSpoken(spokenOf(now), was);
    });
    apply({ ...step, texts, spoken }, way);
    const first = texts[0] ?? spoken[0];
    return first === undefined ? undefined : { id: first.id, text: textAt(first.id) };
  }

  const restored = draft.read() ?? { texts: [], names: [], spoken: [] };
  const conflicts = text.take(options.server, restored);
  status = { ...status, conflicts, isRestored: text.unsaved().texts.length > 0 };

  return {
    subscribe: listeners.subscribe,
    segments: text.segments,
    segmentAt,
    savedTextAt: text.savedTextAt,
    names: text.names,
    status: () => status,
    revision: () => text.server().revision,

    /** Saves edits that were restored or left over from an earlier visit. */
    begin() {
      keepDraft();
      if (pending({ leaving: false }) !== undefined) loop.touch();
    },

    type(id: number, typed: string) {
      const [before, after] = [textAt(id), typed.slice(0, maxSegmentTextLength)];
      if (before === after || segmentAt(id) === undefined) return;
      history = recordTyping(history, { id, before, after }, nowMs());
      text.put([{ id, after }]);
      changed();
    },

    /** Changes any number of segments as one undo step. */
    change(texts: readonly Pick<TextChange, 'id' | 'after'>[]) {
      const real = texts
        .map(({ id, after }) => ({ id, before: textAt(id), after: after.slice(0, maxSegmentTextLength) }))
        .filter(({ before, after }) => before !== after);
      if (real.length > 0) take({ texts: real });
    },

    rename(speaker: string, name: string): Step | undefined {
      const before = text.names()[speaker] ?? '';
      const after =
        name === '' ? emptiedName(speaker, { segments: text.segments(), names: text.names() }) : name;
      return before === after ? undefined : take({ names: [{ speaker, before, after }] });
    },

    /** Gives segments to a person, as one undo step. Absent: the person has the name as before, or none. */
    assign(ids: readonly number[], speaker: string, name?: string): Step | undefined {
      const before = { segments: text.segments(), names: text.names() };
      const given = { speaker, assigned: true };
      const spoken = ids.flatMap((id) => {
        const segment = segmentAt(id);
        return segment === undefined || isSameSpoken(spokenOf(segment), given)
          ? []
          : [{ id, before: spokenOf(segment), after: given }];
      });
      if (spoken.length === 0) return undefined;
      const changedIds = new Set(spoken.map(({ id }) => id));
      const after = {
        segments: before.segments.map((each) => (changedIds.has(each.id) ? withSpoken(each, given) : each)),
        names: { ...before.names, ...(name !== undefined && { [speaker]: name }) },
      };
      const own = name === undefined ? [] : [{ speaker, before: before.names[speaker] ?? '', after: name }];
      return take({ spoken, names: [...own, ...namesAfterChange(before, after)] });
    },

    isLastStep: (step: Step) => history.done.at(-1) === step,

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
        history = recordStep(history, { texts });
        text.put(texts);
      }
      status = { ...status, conflicts: [] };
      text.forgetBases();
      changed();
    },

    /** Takes a newer text from the page: new segments while the job runs, or the finished text. */
    follow(next: ServerText) {
      const { revision, segments } = text.server();
      const isGrowing =
        next.revision === revision && revision === 0 && next.segments.length !== segments.length;
      if (next.revision > revision || isGrowing) updateStatus({ conflicts: takeNewer(next) });
    },

    saveNow: () => loop.now(),
    leave() {
      keepDraft();
      return loop.leave();
    },
    stop: () => loop.stop(),
  };
}
