import { useState } from 'react';
import type { PlanCard } from '#contract/plans.ts';
import { InterestDialog } from '../../features/interest/interest-dialog.tsx';
import { PlanChoiceScreen } from '../../features/plans/plan-choice-screen.tsx';
import { useAccount } from '../../features/session/account-context.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Planos';

export function meta() {
  return [{ title: pageTitle(title) }];
}

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
          place="plansScreen"
          known={{ name, email }}
        />
      )}
    </DashboardPage>
  );
}
