export type EmailChangeStep = 'none' | 'back_from_link' | 'link_over';

type NoteOptions = {
  /** Where the person comes from. */
  step: EmailChangeStep;
  current: string;
  /** The address that a change was asked for in this browser and is not yet the account's. */
  pending: string | undefined;
  /** The change asked for in this browser has come true. */
  changed: boolean;
};

/** What stands under the e-mail while it is being changed: which link is next, and which address holds until then. */
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
