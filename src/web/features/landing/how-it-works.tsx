import { SoundStrip } from '#web/pictures/sound-strip.tsx';
import { StartButtons } from './hero.tsx';

const steps = [
  {
    part: 'sound',
    title: 'Envie o áudio ou o vídeo',
    text: 'Uma aula, uma reunião, uma entrevista: em MP3, M4A, WAV, MP4, MOV e outros formatos. Ou grave aqui mesmo, pelo microfone.',
  },
  {
    part: 'turning',
    title: 'A IA transcreve',
    text: 'O texto aparece enquanto a gravação é ouvida. Se preferir, feche a página: avisamos por e-mail quando ficar pronto.',
  },
  {
    part: 'text',
    title: 'Baixe o texto',
    text: 'Confira ouvindo e corrija o que quiser. Baixe as legendas ou, nos planos pagos, o texto em TXT, PDF e Word. O resumo segue as suas instruções.',
  },
] as const;

export function HowItWorks() {
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
