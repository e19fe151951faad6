import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Installation } from '#contract/installation.ts';
import { useInstallation } from '#web/app/installation.ts';
import { paths } from '#web/app/paths.ts';
import { SupportEmail } from '#web/app/support-email.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';

export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5 marker:text-ink-faint">{children}</ul>;
}

/** Public pages redirect signed-in users to the dashboard, so links within it point to the equivalent page there. */
const dashboardEquivalents: Record<string, string> = {
  [paths.contact]: paths.support,
  [paths.plans]: paths.planComparison,
  [paths.terms]: paths.dashboardTerms,
  [paths.privacy]: paths.dashboardPrivacy,
};

export function InternalLink({ to, children }: { to: string; children: ReactNode }) {
  const isInside = useLocation().pathname.startsWith(paths.dashboard);
  return (
    <Link to={(isInside && dashboardEquivalents[to]) || to} className={textLinkClass}>
      {children}
    </Link>
  );
}

export function ExternalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noreferrer" className={textLinkClass}>
      {children}
    </a>
  );
}

export function ContactDetails() {
  return (
    <>
      pelo <InternalLink to={paths.contact}>formulário de contato</InternalLink> ou pelo e-mail{' '}
      <SupportEmail />
    </>
  );
}

type TextOf<Facts> = { [Name in keyof Facts]: Facts[Name] extends string ? Name : never }[keyof Facts];

/** A text of this installation, such as the name of a vendor. */
export function Fact({ name }: { name: NonNullable<TextOf<Installation>> }) {
  return useInstallation()[name];
}

/** The operator and the privacy contact, if configured. */
export function Operator() {
  const { operator, privacyContact } = useInstallation();
  return [operator, privacyContact]
    .filter((text) => text !== '')
    .map((text) => (
      <p key={text} className="wrap-anywhere">
        {text}
      </p>
    ));
}

/** For signed-in users: the terms and the policy within the dashboard. */
export function LegalLinks() {
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2">
      <Link to={paths.dashboardTerms} className={`${textLinkClass} inline-flex min-h-10 items-center`}>
        Termos de uso
      </Link>
      <Link to={paths.dashboardPrivacy} className={`${textLinkClass} inline-flex min-h-10 items-center`}>
        Política de privacidade
      </Link>
    </p>
  );
}
