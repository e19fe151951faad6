import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { listPageSize } from '#contract/transcription-list.ts';
import { pageTitle } from '#web/app/installation.ts';
import { paths } from '#web/app/paths.ts';
import { listQuery } from '#web/features/library/api.ts';
import { readListFilters } from '#web/features/library/list-filters-url.ts';
import { ListScreen } from '#web/features/library/list-screen.tsx';
import { useSendingRows } from '#web/features/upload/tray/sending-rows.tsx';
import { DashboardPage } from '#web/shell/dashboard-frame.tsx';
import { buttonClass } from '#web/ui/button.tsx';

export const meta = () => [{ title: pageTitle('Minhas transcrições') }];

/** Above the newest transcriptions, which the files join. Other pages and filters of the list show none. */
function Sending() {
  const [search] = useSearchParams();
  const query = readListFilters(search);
  const { data, dataUpdatedAt } = useQuery({ ...listQuery(query), enabled: false });
  const rows = useSendingRows({
    // On a full page, an older one may be on the next page.
    isListed: (id) =>
      data === undefined ||
      data.items.length === listPageSize ||
      data.items.some(({ job_id }) => job_id === id),
    readAtMs: dataUpdatedAt,
  });
  const isNewestFirst = query.page === 1 && query.sort === 'created_at' && query.order === 'desc';
  const shows = isNewestFirst && query.q === '' && (query.status === 'all' || query.status === 'pending');
  if (!shows || rows.length === 0) return null;
  return (
    <ul aria-label="Envios" className="mb-4 divide-y divide-line border-b border-line">
      {rows}
    </ul>
  );
}

export default function Transcriptions() {
  return (
    <DashboardPage
      title="Minhas Transcrições"
      actions={
        <Link to={paths.newFile} className={buttonClass()}>
          Nova transcrição
        </Link>
      }
    >
      <div className="mt-8">
        <Sending />
        <ListScreen />
      </div>
    </DashboardPage>
  );
}
