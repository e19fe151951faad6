import { useEffect, useState } from 'react';
import type { Profile } from '#contract/profile.ts';
import { type EmailChangeStep, emailChangeNote } from './email-change-note.ts';
import { pendingEmail } from './pending-email.ts';

export function useEmailChange({ id, email }: Pick<Profile, 'id' | 'email'>, step: EmailChangeStep) {
  const [pending, setPending] = useState(() => pendingEmail.read(id));
  const changed = pending !== undefined && pending === email;

  // The note stays for as long as the page; the next visit has nothing to tell any more.
  useEffect(() => {
    if (changed) pendingEmail.forget();
  }, [changed]);

  function asked(newEmail: string) {
    pendingEmail.keep(id, newEmail);
    setPending(newEmail);
  }
  return { note: emailChangeNote({ step, current: email, pending, changed }), asked };
}
