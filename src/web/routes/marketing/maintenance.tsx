import { Silence } from '../../pictures/sound-strip.tsx';
import { pageTitle, productName } from '../../product.ts';
import { CornerButtons } from '../../shell/corner-buttons.tsx';
import { buttonClass } from '../../ui/button.tsx';

export function meta() {
  return [{ title: pageTitle('Em manutenção') }];
}

export default function Maintenance() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-reading content-center justify-items-start gap-4 px-5 py-16">
      <Silence className="mb-4 max-w-72" />
      <h1 className="text-xl font-semibold sm:text-2xl">Estamos atualizando o {productName}</h1>
      <p className="text-lg text-ink-soft">
        O serviço volta em alguns minutos. Seus arquivos e transcrições estão guardados.
      </p>
      {/* A real load, not a navigation: the page that is missing comes from the server that was updated. */}
      <a href="/" className={`${buttonClass({ variant: 'secondary' })} mt-2`}>
        Tentar novamente
      </a>
      <CornerButtons />
    </main>
  );
}
