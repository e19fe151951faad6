import { barsPath, speechBars } from '#web/pictures/speech-bars.ts';

/** Invented quotes, and the page says so. They must claim nothing that the product does not do. */
const testimonials = [
  {
    quote:
      'Gravo a aula no celular e, à noite, o texto e o resumo já estão com a turma. Quem faltou lê no ônibus.',
    author: 'Helena Prado',
    job: 'Professora de biologia',
  },
  {
    quote:
      'Uma entrevista de uma hora me tomava a tarde. Agora clico na frase, ouço o trecho e corrijo só os nomes.',
    author: 'Tiago Nogueira',
    job: 'Jornalista',
  },
  {
    quote:
      'As legendas saem no tempo da fala. Eu reviso as gírias, baixo o SRT e publico o vídeo no mesmo dia.',
    author: 'Beatriz Amaral',
    job: 'Criadora de vídeos',
  },
] as const;

const pitch = 6;
const height = 28;
const barsInVoice = 30;

/** Each voice has its own waveform. */
const voices = testimonials.map((_, index) =>
  barsPath({ bars: speechBars({ seed: 52 + index * 7, count: barsInVoice }), height, pitch }),
);

export function Testimonials() {
  return (
    <section aria-labelledby="depoimentos" className="border-t border-line">
      <div className="mx-auto max-w-page px-gutter py-16 sm:px-8 lg:py-24">
        <h2 id="depoimentos" className="text-xl font-semibold">
          Para quem trabalha com a fala
        </h2>
        <p className="mt-3 max-w-reading text-ink-soft">
          Depoimentos ilustrativos: as pessoas são fictícias e mostram usos possíveis.
        </p>
        <ul className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-3">
          {testimonials.map(({ quote, author, job }, index) => (
            <li key={author}>
              <figure className="flex h-full flex-col">
                <svg
                  viewBox={`0 0 ${barsInVoice * pitch} ${height}`}
                  aria-hidden="true"
                  className="picture-bars h-[28px] w-auto max-w-full self-start"
                >
                  <path d={voices[index]} />
                </svg>
                <blockquote className="mt-5 mb-6 font-serif text-reading">“{quote}”</blockquote>
                <figcaption className="mt-auto text-sm">
                  <span className="block font-semibold">{author}</span>
                  <span className="block text-ink-soft">{job}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
