import { Link } from 'react-router';
import type { Dashboard } from '#contract/dashboard.ts';
import { displayName, untitledAtHome } from '#domain/transcript/transcription-name.ts';
import { paths } from '../../app/paths.ts';
import { dateText } from '../../format/date.ts';

type Recent = Dashboard['recent'][number];

export const nothingThisMonth = 'Nenhuma transcrição registrada este mês.';

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
            {dateText(item.created_at)}
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
  if (items.length === 0) return <p className="mt-4 text-ink-soft">{nothingThisMonth}</p>;
  return (
    <ul className="mt-2 divide-y divide-line">
      {items.map((item) => (
        <RecentRow key={item.job_id} item={item} />
      ))}
    </ul>
  );
}
