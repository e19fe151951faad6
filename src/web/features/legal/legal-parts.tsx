import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { written } from '../../product.ts';
import { SupportEmail } from '../../support-email.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { useSetting } from '../../use-setting.ts';

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

export function HowToReachUs() {
  return (
    <>
      pelo <InnerLink to={paths.contact}>formulário de contato</InnerLink> ou pelo e-mail <SupportEmail />
    </>
  );
}

const days = (count: number) => (count === 1 ? '1 dia' : `${count} dias`);

/** What whoever runs this installation has chosen. */
export function RecordingTimes() {
  const setting = useSetting();
  if (setting === undefined) return null;
  const { keepOriginalsDays, keepSoundDays } = setting;
  if (keepOriginalsDays === null && keepSoundDays === null) {
    return <p>Nesta instalação não há prazo menor: as gravações ficam enquanto você as mantiver.</p>;
  }
  return (
    <p>
      Nesta instalação
      {keepOriginalsDays === null
        ? ', o arquivo enviado fica enquanto você o mantiver'
        : `, o arquivo enviado é apagado ${days(keepOriginalsDays)} depois de pronto o texto`}
      {keepSoundDays === null
        ? ' e a cópia do som, que o player toca, também fica.'
        : ` e a cópia do som, que o player toca, ${days(keepSoundDays)} depois.`}
    </p>
  );
}

/** Who runs this installation; nothing is seen where nobody wrote it down. */
export function Operator() {
  return (
    <>
      {/* There even when empty: the server writes the words into the built page, and makes no element for them. */}
      <p className="wrap-anywhere empty:hidden">{written.operator}</p>
      <p className="wrap-anywhere empty:hidden">{written.privacyContact}</p>
    </>
  );
}

export function EngineName() {
  const setting = useSetting();
  return setting === undefined ? null : (
    <> Nesta instalação, o motor de transcrição é {setting.speechLabel}.</>
  );
}
