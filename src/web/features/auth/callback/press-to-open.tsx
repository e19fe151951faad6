import type { MailedLinkKind } from '#contract/mailed-links.ts';
import { Button } from '#web/ui/button.tsx';
import { useNextScreen } from './use-next-screen.ts';

/** The address stands alone in its line, because it can be long. */
const texts = {
  'magic-link': { title: 'Entrar na sua conta', lead: 'Este link abre a conta de:', button: 'Entrar' },
  'confirm-email': {
    title: 'Confirmar e-mail',
    lead: 'Este link confirma o endereço e abre a conta de:',
    button: 'Confirmar e-mail',
  },
  'change-email': {
    title: 'Confirmar e-mail',
    // Both steps show it: only the link in the new mailbox makes the change.
    lead: 'Este link faz parte da troca do e-mail da sua conta para:',
    button: 'Confirmar e-mail',
  },
} as const satisfies Record<MailedLinkKind, { title: string; lead: string; button: string }>;

type PressToOpenProps = {
  kind: MailedLinkKind;
  email: string;
  busy: boolean;
  /** Why the last press did not reach the server. */
  fault: string | undefined;
  onPress: () => void;
};

/** For a browser that did not ask for the link: a mail scanner runs scripts, but it presses nothing. */
export function PressToOpen({ kind, email, busy, fault, onPress }: PressToOpenProps) {
  const { title, lead, button } = texts[kind];
  useNextScreen(title);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-ink-soft">
        {lead} <strong className="block font-medium wrap-anywhere text-ink">{email}</strong>
      </p>
      <Button size="large" className="mt-3 w-full" busy={busy} onClick={onPress}>
        {button}
      </Button>
      {fault === undefined ? null : <p role="alert">{fault}</p>}
      <p className="text-sm text-ink-soft">Se você não pediu este link, feche a página: nada muda.</p>
    </div>
  );
}
