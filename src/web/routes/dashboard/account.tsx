import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { Profile } from '#contract/profile.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { pageTitle } from '#web/app/installation.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { emailChangeMark, paths } from '#web/app/paths.ts';
import { profileQuery } from '#web/features/account/api.ts';
import { DeletePart, ExportPart } from '#web/features/account/data-parts.tsx';
import type { EmailChangeStep } from '#web/features/account/profile/email-change.ts';
import { ProfileForm, ProfileSkeleton } from '#web/features/account/profile/profile-form.tsx';
import { SessionsPart } from '#web/features/account/sessions-part.tsx';
import { StoredBytesNote } from '#web/features/account/stored-bytes-note.tsx';
import { ProofDialog } from '#web/features/auth/proof/proof-dialog.tsx';
import { FactorsPart } from '#web/features/auth/second-factor-settings/factors-part.tsx';
import { LegalLinks } from '#web/features/legal/legal-parts.tsx';
import { DashboardPage } from '#web/shell/dashboard-frame.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TitledSection } from '#web/ui/titled-section.tsx';

const title = 'Conta';

/** Loaded only when the server requires a second factor as proof of identity. */
const SecondFactorStep = lazy(async () => ({
  default: (await import('#web/features/auth/second-factor-sign-in/second-factor-step.tsx')).SecondFactorStep,
}));

export const meta = () => [{ title: pageTitle(title) }];

/** Whether the user followed a link of an e-mail change. Read once, so that a reload shows no old message. */
function useEmailStep(): EmailChangeStep {
  const [search] = useSearchParams();
  const [step] = useState<EmailChangeStep>(() => {
    if (search.get(emailChangeMark.name) !== emailChangeMark.value) return 'none';
    return search.has('error') ? 'link_over' : 'back_from_link';
  });
  return step;
}

export default function Account() {
  const query = useQuery(profileQuery);
  const { data: profile, error } = query;
  if (profile === undefined && error !== null && describeError(error).recovery !== 'retry') {
    return <Navigate to={paths.login} replace />;
  }
  return (
    <DashboardPage title={title}>
      <div className="mt-8">
        {profile === undefined && error !== null ? (
          <LoadError title="Não foi possível carregar sua conta" queries={[query]} />
        ) : (
          <AccountSections profile={profile} />
        )}
      </div>
    </DashboardPage>
  );
}

/** All sections are rendered at once, so that loading the profile causes no layout shift. */
function AccountSections({ profile }: { profile: Profile | undefined }) {
  const emailStep = useEmailStep();
  return (
    <>
      <TitledSection title="Perfil" description="Como você aparece aqui e como entra na sua conta.">
        {profile === undefined ? (
          <ProfileSkeleton />
        ) : (
          <ProfileForm profile={profile} emailStep={emailStep} />
        )}
      </TitledSection>
      <TitledSection title="Plano atual">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-raised px-4 py-3">
          {profile === undefined ? (
            <Skeleton className="h-6 w-24" />
          ) : (
            <p className="min-w-0 font-medium wrap-anywhere">{profile.plan_name}</p>
          )}
          <Link to={paths.planComparison} className={buttonClass({ variant: 'secondary' })}>
            Trocar de plano
          </Link>
        </div>
        <StoredBytesNote />
      </TitledSection>
      <TitledSection
        title="Verificação em duas etapas"
        description="Um código do seu aparelho, além da senha. Quem souber só a senha não entra."
      >
        <FactorsPart />
      </TitledSection>
      <TitledSection title="Sessões" description="Os navegadores e aparelhos em que sua conta está aberta.">
        <SessionsPart />
      </TitledSection>
      <TitledSection title="Seus dados" description="São seus: leve uma cópia quando quiser.">
        <ExportPart />
      </TitledSection>
      <TitledSection title="Termos e privacidade">
        <LegalLinks />
      </TitledSection>
      <ProofDialog
        secondFactor={(onPassed) => (
          <Suspense fallback={<Skeleton className="h-32" />}>
            <SecondFactorStep onPassed={onPassed} recoveryLabel="Confirmar com o código" />
          </Suspense>
        )}
      />
      <TitledSection
        title="Deletar conta"
        description="Apaga a conta e tudo o que ela guarda. Não há como desfazer."
      >
        <DeletePart />
      </TitledSection>
    </>
  );
}
