import { Link } from 'react-router';
import { unlistedPageMeta } from '#web/app/page-meta.tsx';
import { RequestForm } from '#web/features/auth/password-reset/request-form.tsx';
import { AuthIntro } from '#web/shell/auth-frame.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { useAuthLocationState, useRedirectTarget } from './navigation-state.ts';

const title = 'Recuperar senha';

export function meta() {
  return unlistedPageMeta({
    title,
    description: 'Receba por e-mail um link para criar uma nova senha.',
  });
}

export default function ForgotPassword() {
  const { loginTo, resetTo } = useRedirectTarget();
  return (
    <>
      <AuthIntro title={title}>
        Informe o e-mail da sua conta. Enviamos um link para você criar uma nova senha.
      </AuthIntro>
      <RequestForm email={useAuthLocationState().email} redirectTo={resetTo} />
      <p className="mt-6 text-sm text-ink-soft">
        Lembrou a senha?{' '}
        <Link to={loginTo} className={textLinkClass}>
          Entrar
        </Link>
      </p>
    </>
  );
}
