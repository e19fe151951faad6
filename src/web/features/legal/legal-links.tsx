import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { textLinkClass } from '../../ui/class-names.ts';

/** For signed-in people: the terms and the policy within the dashboard. */
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
