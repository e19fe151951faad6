import { useState } from 'react';
import type { PlanCard } from '#contract/plans.ts';
import { pageTitle } from '#web/app/installation.ts';
import { useAccount } from '#web/features/auth/session/signed-in-only.tsx';
import { PlanChoiceScreen } from '#web/features/billing/choice/plan-choice-screen.tsx';
import { InterestDialog } from '#web/features/messages/interest-dialog.tsx';
import { DashboardPage } from '#web/shell/dashboard-frame.tsx';

const title = 'Planos';

export const meta = () => [{ title: pageTitle(title) }];

export default function PlanComparison() {
  const { name, email } = useAccount();
  const [wanted, setWanted] = useState<PlanCard>();
  const [open, setOpen] = useState(false);

  function onInterest(plan: PlanCard) {
    setWanted(plan);
    setOpen(true);
  }

  return (
    <DashboardPage title={title}>
      <div className="mt-8">
        <PlanChoiceScreen onInterest={onInterest} />
      </div>
      {wanted === undefined ? null : (
        <InterestDialog
          open={open}
          onOpenChange={setOpen}
          planName={wanted.name}
          origin="plansScreen"
          known={{ name, email }}
        />
      )}
    </DashboardPage>
  );
}
