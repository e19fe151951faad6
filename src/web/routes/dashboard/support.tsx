import { pageTitle } from '../../app/installation.ts';
import { LegalLinks } from '../../features/legal/legal-parts.tsx';
import { SupportScreen } from '../../features/messages/support-screen.tsx';
import { DashboardPage } from '../../shell/dashboard-frame.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';

const title = 'Suporte';

export const meta = () => [{ title: pageTitle(title) }];

export default function Support() {
  return (
    <DashboardPage title={title}>
      <SupportScreen />
      <TitledSection title="Termos e privacidade">
        <LegalLinks />
      </TitledSection>
    </DashboardPage>
  );
}
