import { useEffect, useMemo, useRef, useState } from 'react';
import { storageKeys } from '../../storage-keys.ts';
import { keepPromptIn, type PromptDraft } from './prompt-draft.ts';

/** The prompt of one transcription: what was made of it in this browser, else that of the server. */
export function usePrompt(jobId: string, serverPrompt: string) {
  const keep = useMemo(() => keepPromptIn(localStorage, `${storageKeys.promptDraft}.${jobId}`), [jobId]);
  const [draft, setDraft] = useState(() => keep.read());
  const shown = draft ?? { text: serverPrompt, isEditing: false };
  // Taken back by a toast, a change comes from an older moment of the page.
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });

  function change(next: Partial<PromptDraft>) {
    const made = { ...latest.current, ...next };
    latest.current = made;
    const isServers = made.text === serverPrompt && !made.isEditing;
    setDraft(isServers ? undefined : made);
    keep.write(isServers ? undefined : made);
  }
  return { ...shown, change };
}
