import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Demonstration } from './demonstration.tsx';

export function StartButtons() {
  return (
    <div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Link to={paths.register} className={buttonClass({ size: 'large' })}>
          Comece gratuitamente
        </Link>
        <Link to={paths.plans} className={buttonClass({ variant: 'secondary', size: 'large' })}>
          Ver planos
        </Link>
      </div>
      <p className="mt-4 text-sm text-ink-soft">Não precisa de cartão de crédito.</p>
    </div>
  );
}

export function Hero() {
  return (
    <section className="overflow-x-clip">
      <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 px-gutter py-12 sm:px-8 sm:py-16 lg:grid-cols-[31rem_minmax(0,1fr)] lg:items-center lg:py-24">
        <div className="@container">
          {/*
           * On the smallest screens the font shrinks, but not below 1.5rem, so that the third line stays one line. The
           * unit is cqi, because vw includes the scroll bar. 11.6 leaves room for WebKit, whose text is wider.
           */}
          <h1 className="text-[max(1.5rem,min(2.5rem,11.6cqi))] leading-[1.1] font-semibold tracking-[-0.03em] sm:text-3xl sm:leading-[1.04]">
            <span className="block">Transcreva.</span> <span className="block">Resuma.</span>{' '}
            <span className="block">Economize tempo.</span>
          </h1>
          <p className="mt-6 mb-8 max-w-96 text-lg text-ink-soft">
            Envie um áudio ou vídeo em português e receba o texto pronto para ler, copiar e resumir.
          </p>
          <StartButtons />
        </div>
        <Demonstration />
      </div>
    </section>
  );
}
