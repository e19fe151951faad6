import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pageMeta } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { focusContent } from '#web/browser/focus-content.ts';
import { GoogleButton } from '#web/features/auth/google/google-button.tsx';
import { SignUpForm } from '#web/features/auth/sign-up/sign-up-form.tsx';
import { useChosenPlanText } from '#web/features/billing/plans/plan-text.ts';
import { AuthIntro } from '#web/shell/auth-frame.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { OrDivider } from '#web/ui/form.tsx';
import { useRedirectTarget } from './navigation-state.ts';

const title = 'Criar conta';
const redirectDelayMs = 2_000;

export function meta() {
  return pageMeta({
    path: paths.register,
    title,
    description: 'Crie sua conta gratuita. Não precisa de cartão de crédito.',
  });
}

export default function Register() {
  const [signedUpEmail, setSignedUpEmail] = useState<string>();
  const { target, loginTo, forgotTo, callbackURL } = useRedirectTarget();
  const chosenPlan = useChosenPlanText(target);
  const navigate = useNavigate();

  useEffect(() => {
    if (signedUpEmail === undefined) return;
    const state = { email: signedUpEmail, signedUp: true };
    const timer = setTimeout(() => void navigate(loginTo, { state }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [signedUpEmail, loginTo, navigate]);

  const isDone = signedUpEmail !== undefined;
  // The pressed button was removed with the form.
  useEffect(() => {
    if (isDone) focusContent();
  }, [isDone]);

  return (
    <>
      {isDone ? (
        <AuthIntro title={title} />
      ) : (
        <AuthIntro title={title}>
          {chosenPlan === undefined
            ? 'É grátis e não precisa de cartão de crédito.'
            : `Primeiro crie a conta; depois você confirma o ${chosenPlan}.`}{' '}
          Já tem conta?{' '}
          <Link to={loginTo} className={textLinkClass}>
            Entrar
          </Link>
        </AuthIntro>
      )}
      <SignUpForm
        callbackURL={callbackURL}
        loginTo={loginTo}
        forgotTo={forgotTo}
        onSignedUp={setSignedUpEmail}
      />
      {isDone ? null : (
        <GoogleButton
          above={
            <div className="pt-5 pb-6">
              <OrDivider />
            </div>
          }
          label="Continuar com Google"
          returnTo={callbackURL}
        />
      )}
    </>
  );
}
