import { Skeleton } from '../../ui/skeleton.tsx';

export function PlanChoiceSkeleton() {
  return (
    <div aria-busy="true">
      <div className="grid gap-3 rounded-card border border-line bg-raised p-5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <Skeleton className="mt-9 mb-5 h-6 w-44" />
      <div className="rounded-card border border-line bg-raised p-5">
        <div className="grid gap-5">
          {['w-1/2', 'w-4/5', 'w-3/5', 'w-4/5', 'w-2/3', 'w-1/2'].map((width, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of nothing, always the same
            <Skeleton key={row} className={`h-5 ${width}`} />
          ))}
        </div>
      </div>
    </div>
  );
}
