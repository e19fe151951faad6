import { Spinner } from '../../ui/spinner.tsx';

export function CheckingScreen({ className = 'grid' }: { className?: string }) {
  return (
    <div role="status" className={`min-h-dvh place-content-center ${className}`}>
      <p className="flex items-center gap-3 text-ink-soft">
        <Spinner className="size-5 text-thread" />
        Verificando autenticação...
      </p>
    </div>
  );
}
