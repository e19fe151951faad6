import { useEffect, useState } from 'react';
import type { Profile } from '#contract/profile.ts';
import { hourMs } from '#domain/format/durations.ts';
import { isRecord } from '#domain/is-record.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { openDraft } from '#web/forms/drafts.ts';

export type EmailChangeStep = 'none' | 'back_from_link' | 'link_over';

type NoteOptions = {
  /** How the user reached the page. */
  step: EmailChangeStep;
  current: string;
  /** The new address requested in this browser, until the account has it. */
  pending: string | undefined;
  /** The change requested in this browser is complete. */
  changed: boolean;
};

/** The note below the e-mail during a change: which link is next, and which address is valid until then. */
export function emailChangeNote({ step, current, pending, changed }: NoteOptions): string | undefined {
  if (step === 'link_over') {
    return 'O link não vale mais. Digite o novo e-mail e salve outra vez para receber outro.';
  }
  if (changed) return `Pronto: o e-mail da conta agora é ${current}.`;
  if (step === 'back_from_link') {
    return pending === undefined
      ? `Confirmação recebida. O e-mail da conta é ${current}; ele só muda depois dos dois links, o do e-mail atual e o do novo.`
      : `Primeira confirmação recebida. Agora abra o link que enviamos para ${pending}. Até lá, nada muda na conta.`;
  }
  if (pending === undefined) return undefined;
  return `Primeiro abra o link que enviamos para ${current}; depois, o que enviaremos para ${pending}. Até lá, nada muda na conta.`;
}

/** Each of the two links is valid for an hour. */
const pendingForMs = 2 * hourMs;

type PendingEmail = { accountId: string; email: string };

function parsePending(value: unknown): PendingEmail | undefined {
  const { accountId, email } = isRecord(value) ? value : {};
  return typeof accountId === 'string' && typeof email === 'string' ? { accountId, email } : undefined;
}

/**
 * The requested address. The server does not return it before it is confirmed, but a user who returns from the
 * mail must learn which link is next. Without storage the mails still explain the steps.
 */
const pendingEmail = openDraft({
  storage: () => localStorage,
  key: storageKeys.pendingEmail,
  parse: parsePending,
  lifetimeMs: pendingForMs,
});

export function useEmailChange({ id, email }: Pick<Profile, 'id' | 'email'>, step: EmailChangeStep) {
  const [pending, setPending] = useState(() => {
    const stored = pendingEmail.read();
    return stored?.accountId === id ? stored.email : undefined;
  });
  const changed = pending !== undefined && pending === email;

  // The note stays as long as the page. The next visit no longer needs it.
  useEffect(() => {
    if (changed) pendingEmail.write(undefined);
  }, [changed]);

  function asked(newEmail: string) {
    pendingEmail.write({ accountId: id, email: newEmail });
    setPending(newEmail);
  }
  return { note: emailChangeNote({ step, current: email, pending, changed }), asked };
}
