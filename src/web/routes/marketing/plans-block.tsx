import { lazy, Suspense, useState } from 'react';
import type { PlanCard } from '#contract/plans.ts';
import { PlanCards } from '#web/features/billing/plans/plan-cards.tsx';

/** Loaded on the first click: few visitors need it, and its form brings a validation library. */
const InterestDialog = lazy(async () => {
  const { InterestDialog: Dialog } = await import('#web/features/messages/interest-dialog.tsx');
  return { default: Dialog };
});

type PlansBlockProps = { headingLevel?: 2 | 3 };

/** The plan cards, and the dialog for plans that are not available yet. Used on the landing page and on /plans. */
export function PlansBlock({ headingLevel = 2 }: PlansBlockProps) {
  const [wanted, setWanted] = useState<PlanCard>();
  const [open, setOpen] = useState(false);

  function onInterest(plan: PlanCard) {
    setWanted(plan);
    setOpen(true);
  }

  return (
    <>
      <PlanCards onInterest={onInterest} headingLevel={headingLevel} />
      {wanted === undefined ? null : (
        <Suspense fallback={null}>
          <InterestDialog open={open} onOpenChange={setOpen} planName={wanted.name} origin="plansBlock" />
        </Suspense>
      )}
    </>
  );
}
