import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { setProofPrompt } from '#web/api/client.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { proofQuery } from './api.ts';
import { CodeProofForm, PasswordProofForm } from './proof-forms.tsx';

type ProofDialogProps = {
  /** The second-factor forms, which belong to another feature. */
  secondFactor: (onPassed: () => Promise<void>) => ReactNode;
};

/** Opens when the server requires a proof of identity. The refused call is sent again afterwards. */
export function ProofDialog({ secondFactor }: ProofDialogProps) {
  const [answer, setAnswer] = useState<(isProved: boolean) => void>();

  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    let settle: ((isProved: boolean) => void) | undefined;
    const removePrompt = setProofPrompt(() => {
      // Calls that the server refuses at the same time share one dialog.
      waiting ??= new Promise<boolean>((resolve) => {
        settle = (isProved) => {
          waiting = undefined;
          setAnswer(undefined);
          resolve(isProved);
        };
        setAnswer(() => settle);
      });
      return waiting;
    });
    return () => {
      removePrompt();
      settle?.(false);
    };
  }, []);

  return (
    <Dialog
      open={answer !== undefined}
      onOpenChange={(open) => open || answer?.(false)}
      title="Confirme que é você"
      description="Você entrou há mais de 10 minutos. Por segurança, confirme antes de continuar; o que você digitou fica como está."
    >
      <div className="mt-5 grid gap-6">
        <Ways secondFactor={secondFactor} onProved={() => answer?.(true)} />
      </div>
    </Dialog>
  );
}

function Ways({ secondFactor, onProved }: ProofDialogProps & { onProved: () => void }) {
  const query = useQuery(proofQuery);
  const { data } = query;
  if (data === undefined && query.isError)
    return <LoadError title="Não foi possível abrir a confirmação" queries={[query]} />;
  if (data === undefined) {
    return (
      <div role="status" className="grid gap-5">
        <span className="sr-only">Carregando...</span>
        <Skeleton className="h-14" />
        <Skeleton className="h-12" />
      </div>
    );
  }
  if (data.way === 'second_factor') return secondFactor(async () => onProved());
  if (data.way === 'password') return <PasswordProofForm email={data.email} onProved={onProved} />;
  return <CodeProofForm email={data.email} onProved={onProved} />;
}
