import { useEffect, useRef, useState } from 'react';
import { readyPrompts, restoredPrompt } from '#domain/ready-prompts.ts';
import { useDraft } from '../../../forms/drafts.ts';
import { keptOfReplaced, type PromptDraft, parsePromptDraft } from './prompt-draft.ts';

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
    change({ text, replaced: keptOfReplaced({ before, serverPrompt, kept }, ours) });
    setOffer({ said, text: before, replaced: kept });
  }

  const takeBack = () => offer && change({ text: offer.text, replaced: offer.replaced });
  return { ...shown, change, replace, offer, takeBack };
}
