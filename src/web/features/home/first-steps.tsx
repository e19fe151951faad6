import { useId } from 'react';
import { SoundStrip } from '../../pictures/sound-strip.tsx';
import { ExampleButton } from '../library/example-button.tsx';

const steps = [
  {
    part: 'sound',
    title: 'Envie um áudio ou vídeo',
    text: 'Do computador ou do celular, ou gravado na hora pelo microfone.',
  },
  {
    part: 'turning',
    title: 'A IA transcreve',
    text: 'Você não precisa esperar com a página aberta: avisamos por e-mail.',
  },
  {
    part: 'text',
    title: 'Leia, corrija e baixe',
    text: 'O texto acompanha o som, palavra por palavra, e sai como legenda ou documento.',
  },
] as const;

/** For new accounts. */
export function FirstSteps() {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-raised p-4 sm:p-5">
      <h2 id={id} className="text-lg font-semibold">
        Sua primeira transcrição em três passos
      </h2>
      <ol className="mt-6 grid gap-x-8 gap-y-6 md:grid-cols-3">
        {steps.map(({ part, title, text }, index) => (
          <li key={title}>
            <SoundStrip part={part} className="max-w-56" />
            <p className="mt-4 font-medium">
              <span className="text-ink-soft tabular-nums">{index + 1}.</span> {title}
            </p>
            <p className="mt-1 text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-6 max-w-reading text-sm text-ink-soft">
        Prefere conhecer antes? O exemplo já vem transcrito e não gasta minutos do seu plano.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ExampleButton />
      </div>
    </section>
  );
}
