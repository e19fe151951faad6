import { useId } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/dashboard.ts';
import { formatDate } from '#domain/format/dates.ts';
import { displayName, untitledAtHome } from '#domain/transcript/transcription-name.ts';
import { paths } from '../../app/paths.ts';
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

/** For new accounts, in place of the recent transcriptions. */
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

type Recent = Dashboard['recent'][number];

function RecentRow({ item }: { item: Recent }) {
  return (
    <li>
      <Link
        to={paths.transcription(item.job_id)}
        className="group -mx-2 grid gap-x-8 gap-y-1.5 rounded-control px-2 py-3.5 transition-colors hover:bg-sunken lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
      >
        <span>
          <span className="line-clamp-2 font-medium wrap-anywhere decoration-thread/40 underline-offset-4 group-hover:underline">
            {displayName(item, untitledAtHome)}
          </span>
          <time dateTime={item.created_at} className="mt-0.5 block text-sm text-ink-soft">
            {formatDate(item.created_at)}
          </time>
        </span>
        {item.excerpt === '' ? null : (
          <span className="block font-serif text-sm text-ink-soft wrap-anywhere">{item.excerpt}</span>
        )}
      </Link>
    </li>
  );
}

export function RecentList({ items }: { items: readonly Recent[] }) {
  if (items.length === 0)
    return <p className="mt-4 text-ink-soft">Nenhuma transcrição registrada este mês.</p>;
  return (
    <ul className="mt-2 divide-y divide-line">
      {items.map((item) => (
        <RecentRow key={item.job_id} item={item} />
      ))}
    </ul>
  );
}
