import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import './gallery.css';
import { createQueryClient } from '#web/api/query-client.ts';
import { Moments } from '#web/features/transcription/summary/moments.tsx';
import { SummarySection } from '#web/features/transcription/summary/summary-section.tsx';
import { DraftOwner } from '#web/forms/drafts.ts';
import { Toaster } from '#web/ui/toast.tsx';

/** The summary alone, with answers from the test: three hours, a missing part, a hanging stream. */
const jobId = '00000000-0000-4000-8000-000000000001';
const queryClient = createQueryClient();

function Page() {
  const [playedMs, setPlayed] = useState<number>();
  const moments = useMemo(() => ({ hasSound: true, open: setPlayed, point() {} }), []);
  return (
    <main className="@container mx-auto max-w-page px-gutter py-8 sm:px-8">
      <h1 className="text-xl font-semibold">Resumo</h1>
      <output data-played>{playedMs}</output>
      <Moments value={moments}>
        <SummarySection
          jobId={jobId}
          customPrompt={null}
          isOfTestText={false}
          textRevision={1}
          canExportDocuments
          beforeGenerate={async () => {}}
        />
      </Moments>
      <Toaster />
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <DraftOwner value="gallery">
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </DraftOwner>
    </QueryClientProvider>,
  );
