import { useEffect, useRef, useState } from 'react';
import { isRecord } from '#domain/is-record.ts';
import { readyPrompts, restoredPrompt } from '#domain/ready-prompts.ts';
import { useDraft } from '#web/forms/drafts.ts';

/** The user's changes to the prompt of one transcription, kept by the browser across reloads. */
type PromptDraft = Readonly<{
  /** Undefined means the server's prompt. */
  text?: string | undefined;
  isEditing: boolean;
  /** The user's own text that another prompt replaced. The menu offers it without a time limit. */
  replaced?: string | undefined;
}>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function parsePromptDraft(kept: unknown): PromptDraft | undefined {
  if (!isRecord(kept)) return undefined;
  const draft = { text: textOf(kept.text), replaced: textOf(kept.replaced) };
  if (draft.text === undefined && draft.replaced === undefined) return undefined;
  return { ...draft, isEditing: kept.isEditing === true };
}

type Replacing = { before: string; serverPrompt: string; kept: string | undefined };

/** Keeps a replaced text only if it exists nowhere else. */
export function replacedPromptToKeep(
  { before, serverPrompt, kept }: Replacing,
  elsewhere: readonly string[],
) {
  const isElsewhere = before.trim() === '' || before === serverPrompt || elsewhere.includes(before);
  return isElsewhere ? kept : before;
}

/** Built-in prompts, which need no copy when they are replaced. */
const ours = [restoredPrompt, ...readyPrompts.map(({ prompt }) => prompt)];

type Offer = Pick<PromptDraft, 'text' | 'replaced'> & { said: string };

/** The prompt of one transcription: the draft of this browser, or else the server's prompt. */
export function usePrompt(jobId: string, serverPrompt: string) {
  const keep = useDraft(`prompt.${jobId}`, parsePromptDraft);
  const [draft, setDraft] = useState(() => keep.read());
  const [offer, setOffer] = useState<Offer>();
  const shown = {
    text: draft?.text ?? serverPrompt,
    isEditing: draft?.isEditing ?? false,
    replaced: draft?.replaced,
  };
  // The undo handler may come from an older render, so read the latest state from a ref.
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

  function change(next: Partial<PromptDraft>) {
    const { text = latest.current.text, ...rest } = next;
    const made = { ...latest.current, ...rest, text };
    latest.current = { ...made, replaced: made.replaced };
    // After an edit, an undo of the replacement would discard the edit.
    if (next.text !== undefined) setOffer(undefined);
    const isServers = made.text === serverPrompt && !made.isEditing;
    const hasNone = isServers && made.replaced === undefined;
    const nextDraft = hasNone ? undefined : { ...made, text: isServers ? undefined : made.text };
    setDraft(nextDraft);
    keep.write(nextDraft);
  }

  /** Replaces the prompt and offers an undo until the next edit. */
  function replace(text: string, said: string) {
    const { text: before, replaced: kept } = latest.current;
    if (text === before) return;
    change({ text, replaced: replacedPromptToKeep({ before, serverPrompt, kept }, ours) });
    setOffer({ said, text: before, replaced: kept });
  }

  const takeBack = () => offer && change({ text: offer.text, replaced: offer.replaced });
  return { ...shown, change, replace, offer, takeBack };
}
