import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Factor, FactorList, FactorVerified } from '#contract/factors.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { sessionStore } from '../session/session-store.ts';
import { useAccount } from '../session/signed-in-only.tsx';
import type { EnrolDialog } from './add-factor-dialog.tsx';
import { factorsQuery, removeFactor, renewRecoveryCodes } from './api.ts';
import { FactorRow, RecoveryLine } from './factor-rows.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

type EnrolComponent = ComponentType<Parameters<typeof EnrolDialog>[0]>;
type FactorAction = { kind: 'remove'; factor: Factor } | { kind: 'renew' };

const notOpened = 'Não foi possível abrir. Verifique sua internet e tente novamente.';
const notDone = 'Não foi possível concluir. Tente novamente.';

function Factors({ list }: { list: FactorList }) {
  const queryClient = useQueryClient();
  const [Enrol, setEnrol] = useState<EnrolComponent>();
  const [pending, setPending] = useState<FactorAction>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [outcome, setOutcome] = useState<FormOutcome>();
  const { email } = useAccount();
  const addButton = useRef<HTMLButtonElement>(null);
  const factors = list.factors.filter(({ status }) => status === 'verified');

  // The pressed button may have been removed with the factor or the dialog, so focus moves here.
  useEffect(() => {
    if (outcome?.kind === 'done') addButton.current?.focus();
  }, [outcome]);

  const reload = () => queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });

  async function openEnrol() {
    setOutcome(undefined);
    try {
      const { EnrolDialog: component } = await import('./add-factor-dialog.tsx');
      setEnrol(() => component);
    } catch {
      setOutcome({ kind: 'failed', text: notOpened });
    }
  }

  async function onPassed({ recovery_codes }: FactorVerified) {
    // The server never returns the codes again, so show them even if the calls below fail.
    if (recovery_codes !== null) setCodes(recovery_codes);
    setEnrol(undefined);
    await sessionStore.refresh();
    await reload();
    if (recovery_codes === null) setOutcome({ kind: 'done', text: 'Verificação em duas etapas ativada.' });
  }

  function openConfirmation(next: FactorAction) {
    setOutcome(undefined);
    confirmation.clearOutcome();
    setPending(next);
  }

  const confirmation = useSubmit({
    send: async (confirmed: FactorAction) => {
      if (confirmed.kind === 'remove') {
        await removeFactor(confirmed.factor);
        await sessionStore.refresh();
        setOutcome({ kind: 'done', text: `“${confirmed.factor.friendly_name}” foi removido.` });
      } else {
        setCodes((await renewRecoveryCodes()).recovery_codes);
      }
      setPending(undefined);
      await reload();
    },
    describeError: (error) => failedCallOutcome(error, { other: notDone }),
  });

  return (
    <div className="grid gap-4">
      {factors.length === 0 ? (
        <p className="text-sm text-ink-soft">Sua conta ainda pede só a senha ao entrar.</p>
      ) : (
        <>
          <ul
            aria-label="Fatores da conta"
            className="divide-y divide-line rounded-card border border-line bg-raised"
          >
            {factors.map((factor) => (
              <FactorRow
                key={factor.id}
                factor={factor}
                onRemove={() => openConfirmation({ kind: 'remove', factor })}
              />
            ))}
          </ul>
          <RecoveryLine left={list.recovery_codes_left} onRenew={() => openConfirmation({ kind: 'renew' })} />
        </>
      )}
      <div className="grid justify-items-start">
        <Button ref={addButton} variant="secondary" onClick={() => void openEnrol()}>
          {factors.length === 0 ? 'Ativar verificação em duas etapas' : 'Adicionar outra forma'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3 wrap-anywhere" />
      </div>
      {Enrol === undefined ? null : (
        <Enrol phoneOffered={list.phone_offered} onPassed={onPassed} onClose={() => setEnrol(undefined)} />
      )}
      {codes === undefined ? null : (
        <RecoveryCodesDialog
          codes={codes}
          email={email}
          onClose={() => {
            setCodes(undefined);
            setOutcome({ kind: 'done', text: 'Códigos de recuperação guardados.' });
          }}
        />
      )}
      <ConfirmDialog
        open={pending !== undefined}
        onOpenChange={(open) => open || setPending(undefined)}
        {...questionOf(pending, factors.length)}
        onConfirm={() => pending && void confirmation.submit(pending)}
        busy={confirmation.isSending}
        error={confirmation.outcome?.text}
      />
    </div>
  );
}

function questionOf(pending: FactorAction | undefined, count: number) {
  if (pending?.kind !== 'remove') {
    return {
      title: 'Gerar novos códigos?',
      description: 'Os códigos de recuperação que você guardou antes deixam de funcionar.',
      confirmLabel: 'Gerar novos códigos',
    };
  }
  return {
    title: 'Remover esta forma de confirmar?',
    description:
      count === 1
        ? `“${pending.factor.friendly_name}” é a única. Sem ela, sua conta volta a abrir só com a senha, e os códigos de recuperação deixam de funcionar.`
        : `Você não vai mais poder confirmar a entrada com “${pending.factor.friendly_name}”.`,
    confirmLabel: 'Remover',
  };
}

export function FactorsPart() {
  const query = useQuery(factorsQuery);
  if (query.data !== undefined) return <Factors list={query.data} />;
  if (query.isError)
    return <LoadError title="Não foi possível carregar a verificação em duas etapas" queries={[query]} />;
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Carregando a verificação em duas etapas...</span>
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="h-10 w-56" />
    </div>
  );
}
