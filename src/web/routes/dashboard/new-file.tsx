import { useQuery } from '@tanstack/react-query';
import { pageTitle } from '#web/app/installation.ts';
import { profileQuery } from '#web/features/account/api.ts';
import { useAccount } from '#web/features/auth/session/signed-in-only.tsx';
import { planUsageQuery } from '#web/features/billing/api.ts';
import { Recorder } from '#web/features/recording/recorder.tsx';
import { toPlanLimits } from '#web/features/upload/files/file-limits.ts';
import { type TakeRecording, UploadScreen } from '#web/features/upload/form/upload-screen.tsx';
import { DashboardPage } from '#web/shell/dashboard-frame.tsx';

const title = 'Nova transcrição';

export const meta = () => [{ title: pageTitle(title) }];

/** Used when the plan cannot be loaded. The server then checks the length after the upload. */
const maxRecordingSeconds = 5 * 3_600;

function RecorderOfPlan({ take }: { take: TakeRecording }) {
  const { id } = useAccount();
  const { data, isPending } = useQuery(planUsageQuery);
  const limits = toPlanLimits(data, undefined);
  // A placeholder prevents a layout shift while the plan loads.
  if (isPending) return <div className="min-h-17" />;
  const maxSeconds =
    limits === undefined ? maxRecordingSeconds : Math.min(limits.maxFileMinutes * 60, limits.secondsLeft);
  return <Recorder userId={id} onRecorded={take} maxSeconds={maxSeconds} />;
}

export default function NewFile() {
  const { data: profile } = useQuery(profileQuery);
  return (
    <DashboardPage title={title}>
      <UploadScreen planName={profile?.plan_name} recorder={(take) => <RecorderOfPlan take={take} />} />
    </DashboardPage>
  );
}
