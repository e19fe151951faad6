import { Link } from 'react-router';
import { BackButton } from '#web/app/back-button.tsx';
import { paths } from '#web/app/paths.ts';
import { Silence } from '#web/pictures/silence.tsx';
import { buttonClass } from '#web/ui/button.tsx';

export function NotFoundContent({ toDashboard }: { toDashboard: boolean }) {
  return (
    <div className="mx-auto max-w-page px-gutter py-20 sm:px-8 sm:py-28">
      <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
        <Silence className="mb-4 max-w-72" />
        <h1 className="text-xl font-semibold sm:text-2xl">Página não encontrada</h1>
        <p className="text-lg text-ink-soft">
          Aqui só há silêncio. O endereço pode ter mudado ou ter sido digitado errado.
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Link to={toDashboard ? paths.dashboard : paths.home} className={buttonClass()}>
            {toDashboard ? 'Ir para o painel' : 'Ir para o início'}
          </Link>
          <BackButton />
        </div>
      </div>
    </div>
  );
}
