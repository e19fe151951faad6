import { useSearchParams } from 'react-router';
import { productName } from '#web/app/installation.ts';
import { unlistedPageMeta } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { safeRedirect } from '#web/features/auth/session/safe-redirect.ts';
import { useHydrated } from '#web/forms/use-hydrated.ts';
import { Silence } from '#web/pictures/silence.tsx';
import { CornerButtons } from '#web/shell/corner-buttons.tsx';
import { ThemeRow } from '#web/shell/theme/theme-toggle.tsx';
import { Wordmark } from '#web/shell/wordmark.tsx';
import { buttonClass } from '#web/ui/button.tsx';

export function meta() {
  return unlistedPageMeta({
    title: 'Em manutenção',
    description: 'O serviço volta em breve. Seus arquivos e transcrições estão guardados.',
  });
}

export default function Maintenance() {
  const [params] = useSearchParams();
  // The server renders one page for every query, so its link leads home until hydration.
  const wanted = useHydrated() ? safeRedirect(params.get('redirect'), paths.home) : paths.home;
  return (
    <div className="mx-auto flex min-h-dvh max-w-page flex-col px-gutter sm:px-8">
      <header className="flex min-h-16 items-center">
        <Wordmark to={paths.home} />
      </header>
      <main className="grid max-w-reading grow grid-cols-[minmax(0,1fr)] content-center justify-items-start gap-4 pt-8 pb-24">
        <Silence className="mb-4 max-w-72" />
        <h1 className="text-xl font-semibold sm:text-2xl">Estamos atualizando o {productName}</h1>
        <p className="text-lg text-ink-soft">
          O serviço volta em breve. Seus arquivos e transcrições estão guardados.
        </p>
        {/* A full page load, because the updated server has the new version of the page. */}
        <a href={wanted} className={`${buttonClass({ variant: 'secondary' })} mt-2`}>
          Tentar novamente
        </a>
      </main>
      <footer className="pb-6">
        <ThemeRow />
      </footer>
      <CornerButtons />
    </div>
  );
}
