import { Skeleton } from '../../../ui/skeleton.tsx';

function FieldSkeleton() {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-11" />
      <Skeleton className="h-5 w-3/4" />
    </div>
  );
}

export function ProfileSkeleton() {
  return (
    <div role="status" className="grid max-w-form gap-6">
      <span className="sr-only">Carregando o perfil...</span>
      <FieldSkeleton />
      <FieldSkeleton />
      <FieldSkeleton />
      <div className="flex items-center gap-5">
        <Skeleton className="size-20 rounded-full!" />
        <Skeleton className="h-10 w-36" />
      </div>
      <Skeleton className="h-12 w-28" />
    </div>
  );
}
