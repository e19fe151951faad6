import { Spinner } from '../../../ui/spinner.tsx';

type CheckingScreenProps = { text?: string; className?: string };

export function CheckingScreen({
  text = 'Verificando autenticação...',
  className = 'grid',
}: CheckingScreenProps) {
  return (
    <div role="status" className={`min-h-dvh place-content-center ${className}`}>
      <p className="flex items-center gap-3 text-ink-soft">
        <Spinner className="size-5 text-thread" />
        {text}
      </p>
    </div>
  );
}
