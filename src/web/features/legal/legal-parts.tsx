import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { written } from '../../app/installation.ts';
import { paths } from '../../app/paths.ts';
import { SupportEmail } from '../../app/support-email.tsx';
import { textLinkClass } from '../../ui/text-link.ts';

export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5 marker:text-ink-faint">{children}</ul>;
}

/** The pages of visitors send an account to the dashboard: whoever reads inside is led to the same thing there. */
const insideOf: Record<string, string> = {
  [paths.contact]: paths.support,
  [paths.plans]: paths.planComparison,
  [paths.terms]: paths.ownTerms,
  [paths.privacy]: paths.ownPrivacy,
};

export function InnerLink({ to, children }: { to: string; children: ReactNode }) {
  const isInside = useLocation().pathname.startsWith(paths.dashboard);
  return (
    <Link to={(isInside && insideOf[to]) || to} className={textLinkClass}>
      {children}
    </Link>
  );
}

export function OuterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noreferrer" className={textLinkClass}>
      {children}
    </a>
  );
}

export function HowToReachUs() {
  return (
    <>
      pelo <InnerLink to={paths.contact}>formulário de contato</InnerLink> ou pelo e-mail <SupportEmail />
    </>
  );
}

/** Who runs it, and who is in charge of privacy; nothing is seen where nobody wrote it down. */
export function Operator() {
  return (
    <>
      {/* There even when empty: the server writes the words into the built page, and makes no element for them. */}
      <p className="wrap-anywhere empty:hidden">{written.operator}</p>
      <p className="wrap-anywhere empty:hidden">{written.privacyContact}</p>
    </>
  );
}
