import { pageTitle } from '#web/app/installation.ts';
import { LegalLinks } from '#web/features/legal/legal-parts.tsx';
import { SupportScreen } from '#web/features/messages/support-screen.tsx';
import { DashboardPage } from '#web/shell/dashboard-frame.tsx';
import { TitledSection } from '#web/ui/titled-section.tsx';

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
