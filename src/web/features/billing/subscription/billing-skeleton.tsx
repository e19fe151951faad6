import { Skeleton } from '../../../ui/skeleton.tsx';

const features = ['w-48', 'w-40', 'w-32', 'w-44', 'w-36'];
const payments = ['first', 'second'];

/** Name, state, features and the buttons that lead on. */
export function SubscriptionSkeleton() {
  return (
    <div>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-2 h-4 w-56 max-w-full" />
      <div className="mt-6 grid gap-3.5">
        {features.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Skeleton className="h-10 w-32" />
        <Skeleton className="h-10 w-44" />
      </div>
    </div>
  );
}

export function UsageSkeleton() {
  return (
    <div className="rounded-card border border-line bg-raised p-5">
      <Skeleton className="h-7 w-36" />
      <Skeleton className="mt-3 h-2 w-full" />
      <div className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Skeleton className="h-10.5 w-32" />
        <Skeleton className="h-10.5 w-44" />
      </div>
    </div>
  );
}

/** As many rows as there mostly are. */
export function PaymentsSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-raised">
      {payments.map((row) => (
        <div key={row} className="flex justify-between gap-4 border-b border-line px-4 py-3 last:border-b-0">
          <div>
            <Skeleton className="h-5 w-28" />
            <Skeleton className="mt-2 h-4 w-40" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
