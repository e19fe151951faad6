import { useId, useState } from 'react';
import { lazyZodResolver } from '#web/forms/lazy-zod-resolver.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { EmailField, useServerForm } from '#web/forms/server-form.tsx';
import { sentBeforeText } from '#web/forms/was-sent-before.ts';
import { Button } from '#web/ui/button.tsx';
import { type FormOutcome, FormStatus, OrDivider } from '#web/ui/form.tsx';
import { GoogleButton } from '../google/google-button.tsx';
import { sendMagicLink } from './api.ts';
import { PasswordForm } from './password-form.tsx';

type MagicLinkFormProps = {
  email: string;
  /** The page that the link opens, even if it has expired. */
  callbackURL: string;
};

const sent: FormOutcome = {
  kind: 'done',
  text: 'Enviamos um link mágico para seu e-mail! 🎉',
  more: 'Ele abre a sua conta sem senha, uma única vez.',
};

const resolver = lazyZodResolver<{ email: string }>(async () =>
  (await import('#contract/account.ts')).MagicLinkSchema.pick({ email: true }),
);

function MagicLinkForm({ email, callbackURL }: MagicLinkFormProps) {
  const form = useServerForm<{ email: string }>({
    defaultValues: { email },
    resolver,
    send: async ({ email: typed }) => {
      const sentBefore = await sendMagicLink({ email: typed, callbackURL });
      return sentBefore ? { ...sent, more: sentBeforeText } : sent;
    },
    names: ['email'],
    describeError: (error) => failedCallOutcome(error, { other: 'Erro ao enviar magic link.' }),
  });

  return (
    <form {...form.props} className="grid gap-4">
      <EmailField form={form} name="email" label="E-mail que recebe o link" />
      <div className="grid">
        <Button type="submit" variant="secondary" size="large" className="w-full" busy={form.isSubmitting}>
          {form.isSubmitting ? 'Enviando...' : 'Enviar link mágico'}
        </Button>
        <FormStatus outcome={form.outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}

type SignInFormProps = {
  email: string | undefined;
  callbackURL: string;
  forgotTo: string;
};

export function SignInForm({ email, callbackURL, forgotTo }: SignInFormProps) {
  const [typedEmail, setTypedEmail] = useState('');
  const [byLink, setByLink] = useState(false);
  const linkPartId = useId();

  return (
    <div className="grid gap-6">
      <PasswordForm email={email} callbackURL={callbackURL} forgotTo={forgotTo} onEmail={setTypedEmail} />
      <OrDivider />
      <div className="grid gap-3">
        <Button
          variant="secondary"
          size="large"
          className="w-full"
          aria-expanded={byLink}
          aria-controls={linkPartId}
          onClick={() => setByLink(!byLink)}
        >
          {byLink ? 'Fechar link mágico' : 'Entrar com link mágico'}
        </Button>
        <div id={linkPartId} hidden={!byLink} className="rounded-card border border-line p-4 hidden:hidden">
          {byLink ? <MagicLinkForm email={typedEmail || (email ?? '')} callbackURL={callbackURL} /> : null}
        </div>
        <GoogleButton label="Entrar com Google" returnTo={callbackURL} />
      </div>
    </div>
  );
}
