import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { useInstallation } from '#web/app/installation.ts';
import { isUploadPage, paths } from '#web/app/paths.ts';
import { useAccount } from '#web/features/auth/session/signed-in-only.tsx';
import { planUsageQuery } from '#web/features/billing/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { toPlanLimits } from '../files/file-limits.ts';
import type { TransferredFiles } from '../files/transferred-files.ts';
import { readLastLanguage } from '../queue/last-language.ts';
import { readWholeVideoChoice } from '../queue/resumable-uploads.ts';
import { repeatedText } from '../queue/upload-text.ts';
import { useDrops } from '../queue/uploads-provider.tsx';
import { DropMark, usePageDrop } from './page-drop.tsx';

/** More are probably a folder dropped by mistake, so the upload page shows them before they cost hours. */
const maxFilesAtOnce = 20;
/** Without an answer the files are sent, and the server checks them. */
const maxWaitMs = 2_000;

/** Always fresh, because each upload changes the hours. */
async function readUsage(queryClient: QueryClient) {
  const fresh = queryClient
    .fetchQuery({ ...planUsageQuery, staleTime: 0, retry: false, networkMode: 'always' })
    .catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs, undefined));
  return (await Promise.race([fresh, late])) ?? queryClient.getQueryData(planUsageQuery.queryKey);
}

/** Sends files that the user drops or pastes on any page but the upload page, which only chooses them. */
export function DropAnywhere({ planName }: { planName: string | undefined }) {
  const { drops } = useDrops();
  const { id: userId } = useAccount();
  const { uploadMaxBytes, speechLanguages = [] } = useInstallation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  async function send({ files, folderFaults }: TransferredFiles) {
    for (const text of folderFaults) toast.error(text);
    if (files.length > maxFilesAtOnce) {
      drops.leaveToForm(files);
      return void navigate(paths.newFile);
    }
    if (files.length === 0) return;
    const repeated = await drops.send(files, {
      language: readLastLanguage(userId, speechLanguages),
      sendsWholeVideo: readWholeVideoChoice(),
      rules: async () => ({ limits: toPlanLimits(await readUsage(queryClient), planName), uploadMaxBytes }),
    });
    if (repeated.length > 0) toast.success(repeatedText(repeated));
  }

  const isOver = usePageDrop({ isOn: !isUploadPage(pathname), onFiles: (files) => void send(files) });
  return isOver ? <DropMark>Solte para transcrever</DropMark> : null;
}
