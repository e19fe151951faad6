import { useEffect, useRef, useState } from 'react';
import { isRecord } from '#domain/is-record.ts';
import { readyPrompts, restoredPrompt } from '#domain/ready-prompts.ts';
import { useDraft } from '../../../forms/drafts.ts';

/** What somebody made of the prompt of one transcription, kept by the browser: a reload takes none of it. */
export type PromptDraft = Readonly<{
  /** Undefined is the server's. */
  text?: string | undefined;
  isEditing: boolean;
  /** Their own words that another prompt took the place of: they stay in the menu, however long ago that was. */
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

/** What to keep of the words that another prompt takes the place of: those that stand nowhere else. */
export function replacedPromptToKeep(
  { before, serverPrompt, kept }: Replacing,
  elsewhere: readonly string[],
) {
  const isElsewhere = before.trim() === '' || before === serverPrompt || elsewhere.includes(before);
  return isElsewhere ? kept : before;
}

/** Of these nobody's words are lost with the prompt. */
const ours = [restoredPrompt, ...readyPrompts.map(({ prompt }) => prompt)];

type Offer = Pick<PromptDraft, 'text' | 'replaced'> & { said: string };

/** The prompt of one transcription: what was made of it in this browser, else that of the server. */
export function usePrompt(jobId: string, serverPrompt: string) {
  const keep = useDraft(`prompt.${jobId}`, parsePromptDraft);
  const [draft, setDraft] = useState(() => keep.read());
  const [offer, setOffer] = useState<Offer>();
  const shown = {
    text: draft?.text ?? serverPrompt,
    isEditing: draft?.isEditing ?? false,
    replaced: draft?.replaced,
  };
  // Taken back, a change comes from an older moment of the page.
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

  function change(next: Partial<PromptDraft>) {
    const { text = latest.current.text, ...rest } = next;
    const made = { ...latest.current, ...rest, text };
    latest.current = { ...made, replaced: made.replaced };
    // What would be taken back now is not what was replaced any more.
    if (next.text !== undefined) setOffer(undefined);
    const isServers = made.text === serverPrompt && !made.isEditing;
    const hasNone = isServers && made.replaced === undefined;
    const kept = hasNone ? undefined : { ...made, text: isServers ? undefined : made.text };
    setDraft(kept);
    keep.write(kept);
  }

  /** Another prompt in the place of this one, which one press brings back until the next key. */
  function replace(text: string, said: string) {
    const { text: before, replaced: kept } = latest.current;
    if (text === before) return;
    change({ text, replaced: replacedPromptToKeep({ before, serverPrompt, kept }, ours) });
    setOffer({ said, text: before, replaced: kept });
  }

  const takeBack = () => offer && change({ text: offer.text, replaced: offer.replaced });
  return { ...shown, change, replace, offer, takeBack };
}
