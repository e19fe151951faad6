import { useEffect, useState } from 'react';
import type { Factor, FactorList } from '#contract/factors.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/form.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/state-message.tsx';
import { listFactors } from './api.ts';
import { FactorForm } from './factor-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';

type SecondFactorStepProps = {
  /** Resolves when the page knows the session's new level. */
  onPassed: () => Promise<void>;
  /** Signs out. Without it, this step has no sign-out button. */
  onLeave?: () => void;
  /** Label of the button below a recovery code. */
  recoveryLabel?: string;
};

type Loaded =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown }
  | { status: 'ready'; list: FactorList };

function nameOf({ factor_type, friendly_name, phone }: Factor) {
  return factor_type === 'phone'
    ? `${friendly_name} (SMS para final ${phone})`
    : `${friendly_name} (aplicativo)`;
}

function useFactors() {
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  const [attempts, setAttempts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry increases the number
  useEffect(() => {
    let left = false;
    listFactors().then(
      (list) => left || setLoaded({ status: 'ready', list }),
      (error: unknown) => left || setLoaded({ status: 'failed', error }),
    );
    return () => {
      left = true;
    };
  }, [attempts]);
  const retry = () => {
    setLoaded({ status: 'loading' });
    setAttempts((times) => times + 1);
  };
  return { loaded, retry };
}

export function SecondFactorStep({ onPassed, onLeave, recoveryLabel }: SecondFactorStepProps) {
  const { loaded, retry } = useFactors();
  return (
    <div className="grid gap-6">
      {loaded.status === 'loading' ? (
        <div role="status" className="grid gap-5">
          <span className="sr-only">Carregando...</span>
          <Skeleton className="h-14" />
          <Skeleton className="h-12" />
        </div>
      ) : null}
      {loaded.status === 'failed' ? (
        <ErrorState
          title="Não foi possível carregar a verificação em duas etapas"
          onRetry={retry}
          requestId={describeError(loaded.error).requestId}
        >
          {describeError(loaded.error).text}
        </ErrorState>
      ) : null}
      {loaded.status === 'ready' ? (
        <Ways list={loaded.list} onPassed={onPassed} recoveryLabel={recoveryLabel} />
      ) : null}
      {onLeave === undefined ? null : (
        <div className="border-t border-line pt-4">
          <Button variant="quiet" className="-ml-4" onClick={onLeave}>
            Sair
          </Button>
        </div>
      )}
    </div>
  );
}

type WaysProps = {
  list: FactorList;
  onPassed: () => Promise<void>;
  recoveryLabel: string | undefined;
};

function Ways({ list, onPassed, recoveryLabel }: WaysProps) {
  const factors = list.factors.filter(({ status }) => status === 'verified');
  const [chosenId, setChosenId] = useState(factors[0]?.id);
  const [changed, setChanged] = useState(false);
  const [byRecovery, setByRecovery] = useState(factors.length === 0);
  const chosen = factors.find(({ id }) => id === chosenId);

  return (
    <>
      {!byRecovery && factors.length > 1 ? (
        <Field label="Confirmar com">
          {(control) => (
            <Select
              {...control}
              value={chosenId}
              onChange={(event) => {
                setChosenId(event.target.value);
                setChanged(true);
              }}
            >
              {factors.map((factor) => (
                <option key={factor.id} value={factor.id}>
                  {nameOf(factor)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {byRecovery || chosen === undefined ? (
        <RecoveryForm onPassed={onPassed} label={recoveryLabel} />
      ) : (
        <FactorForm key={chosen.id} factor={chosen} takesFocus={!changed} onPassed={onPassed} />
      )}
      {factors.length === 0 ? null : (
        <button
          type="button"
          className={`justify-self-start py-2.5 text-sm ${textLinkClass}`}
          onClick={() => {
            setByRecovery(!byRecovery);
            setChanged(false);
          }}
        >
          {byRecovery ? 'Voltar ao código de 6 números' : 'Usar um código de recuperação'}
        </button>
      )}
    </>
  );
}
