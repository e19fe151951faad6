import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { SoundPage } from '../../pictures/sound-page.tsx';
import { SoundStrip } from '../../pictures/sound-strip.tsx';
import { pageTitle } from '../../product.ts';
import { buttonClass } from '../../ui/button.tsx';

export function meta() {
  return [
    { title: pageTitle() },
    {
      name: 'description',
      content: 'Envie um áudio ou vídeo em português e receba o texto pronto para ler, baixar e resumir.',
    },
  ];
}

const steps = [
  {
    part: 'sound',
    title: 'Envie o áudio ou o vídeo',
    text: 'Uma aula, uma reunião, uma entrevista. Aceitamos MP3, MP4, WAV, M4A, FLAC, OGG, MOV, AVI, MKV e FLV.',
  },
  {
    part: 'turning',
    title: 'A IA transcreve',
    text: 'Você pode fechar a página. Quando o texto fica pronto, avisamos por e-mail.',
  },
  {
    part: 'text',
    title: 'Baixe o texto',
    text: 'Copie a transcrição, baixe as legendas em SRT ou VTT e gere um resumo com as suas instruções.',
  },
] as const;

function StartButtons() {
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

function Hero() {
  return (
    <section className="overflow-x-clip">
      <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-12 px-gutter py-12 sm:px-8 sm:py-16 lg:grid-cols-[29rem_minmax(0,1fr)] lg:items-center lg:py-28">
        <div>
          {/* On the smallest screens the size gives way, so that the third line stays one line. */}
          <h1 className="text-[min(2.5rem,10.4vw)] leading-[1.1] font-semibold tracking-[-0.03em] sm:text-3xl sm:leading-[1.04]">
            <span className="block">Transcreva.</span> <span className="block">Resuma.</span>{' '}
            <span className="block">Economize tempo.</span>
          </h1>
          <p className="mt-6 mb-8 max-w-96 pr-11 text-lg text-ink-soft sm:pr-0">
            Envie um áudio ou vídeo em português e receba o texto pronto para ler, baixar e resumir.
          </p>
          {/* On phones the round button of the corner floats where these would end. */}
          <div className="pr-11 sm:pr-0">
            <StartButtons />
          </div>
        </div>
        <SoundPage className="w-[100vw]" />
      </div>
    </section>
  );
}

function HowItWorks() {
  return (
    <section aria-labelledby="como-funciona" className="border-t border-line bg-sunken">
      <div className="mx-auto max-w-page px-gutter py-16 sm:px-8 lg:py-24">
        <h2 id="como-funciona" className="text-xl font-semibold">
          Como funciona
        </h2>
        <ol className="mt-10 grid gap-y-12 md:grid-cols-3">
          {steps.map((step, index) => (
            <li key={step.title}>
              <SoundStrip part={step.part} className="max-w-72 md:max-w-none" />
              <div className="mt-6 md:pr-10">
                <p className="font-serif text-lg text-ink-faint tabular-nums">{index + 1}</p>
                <h3 className="mt-1 text-lg font-semibold">{step.title}</h3>
                <p className="mt-2 text-ink-soft">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="mt-14">
          <StartButtons />
        </div>
      </div>
    </section>
  );
}

export default function Home() {
  return (
    <>
      <Hero />
      <HowItWorks />
    </>
  );
}
