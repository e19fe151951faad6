import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** A link pressed by mistake must not end a recording. */
export function LeavingDialog({ isUnderWay }: { isUnderWay: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnderWay && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Parar a gravação e sair?"
      description="A gravação para agora e fica guardada neste navegador. Você pode enviá-la quando voltar a esta página."
      confirmLabel="Parar e sair"
      cancelLabel="Continuar gravando"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
