import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../features/profile/profile-calls.ts';
import { UploadScreen } from '../../features/upload/upload-screen.tsx';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Nova transcrição';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function NewFile() {
  const { data: profile } = useQuery(profileQuery);
  return (
    <DashboardPage title={title}>
      <UploadScreen planName={profile?.plan_name} />
    </DashboardPage>
  );
}
