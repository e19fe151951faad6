import { Link } from 'react-router';
import { useInstallation } from '../app/installation.ts';
import { paths } from '../app/paths.ts';
import { useFirstInteraction } from '../app/use-first-interaction.ts';
import { footerLinks } from './marketing-links.ts';
import { Wordmark } from './wordmark.tsx';

export function MarketingFooter() {
  const moved = useFirstInteraction();
  const { operator } = useInstallation();
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-page flex-col gap-6 px-gutter pt-10 pb-20 sm:px-8 sm:pb-24 lg:flex-row lg:items-center lg:justify-between">
        <div>
          <Wordmark to={paths.home} />
          <p className="mt-1 text-sm text-ink-soft">Do som à página escrita.</p>
          {/* A shop names its operator where it is easily seen (Decreto 7.962, art. 2). */}
          {operator === '' ? null : <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{operator}</p>}
        </div>
        <nav aria-label="Rodapé" className="lg:max-w-3/4 lg:shrink-0">
          <ul className="flex flex-wrap gap-x-6">
            {footerLinks.map(({ to, label, prefetch }) => (
              <li key={to}>
                <Link
                  to={to}
                  prefetch={moved ? prefetch : 'intent'}
                  className="inline-flex min-h-10 items-center text-sm text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
