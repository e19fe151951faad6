import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Silence } from '../pictures/sound-strip.tsx';
import { pageTitle } from '../product.ts';
import { BackButton } from '../shell/back-button.tsx';
import { MarketingFrame } from '../shell/marketing-frame.tsx';
import { buttonClass } from '../ui/button.tsx';

export function meta() {
  return [{ title: pageTitle('Página não encontrada') }];
}

export default function NotFound() {
  return (
    <MarketingFrame>
      <div className="mx-auto grid max-w-reading content-center justify-items-start gap-4 px-5 py-20 sm:py-28">
        <Silence className="mb-4 max-w-72" />
        <h1 className="text-xl font-semibold sm:text-2xl">Página não encontrada</h1>
        <p className="text-lg text-ink-soft">
          Aqui só há silêncio. O endereço pode ter mudado ou ter sido digitado com um erro.
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Link to={paths.home} className={buttonClass()}>
            Ir para o início
          </Link>
          <div className="ml-4">
            <BackButton />
          </div>
        </div>
      </div>
    </MarketingFrame>
  );
}
