import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { RecoverySchema } from '#contract/factors.ts';
import { ApiError } from '../../../api/client.ts';
import { failedCallOutcome, showServerFieldErrors } from '../../../forms/server-errors.ts';
import { localizedZodResolver } from '../../../forms/zod-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, type FormOutcome, FormStatus } from '../../../ui/form.tsx';
import { Input } from '../../../ui/inputs.tsx';
import { passByRecoveryCode } from './api.ts';

type RecoveryFormProps = { onPassed: () => Promise<void>; label?: string | undefined };

export function RecoveryForm({ onPassed, label = 'Entrar com o código' }: RecoveryFormProps) {
  const [outcome, setOutcome] = useState<FormOutcome>();
  const sending = useRef(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ code: string }>({
    defaultValues: { code: '' },
    resolver: localizedZodResolver(RecoverySchema),
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => setFocus('code'), [setFocus]);

  async function send({ code }: { code: string }) {
    if (sending.current) return;
    sending.current = true;
    setOutcome(undefined);
    try {
      await passByRecoveryCode(code);
      await onPassed();
    } catch (error) {
      if (error instanceof ApiError && error.body.code === 'code_wrong')
        setError('code', { message: error.body.error }, { shouldFocus: true });
      else if (!showServerFieldErrors({ error, names: ['code'], setError }))
        setOutcome(
          failedCallOutcome(error, { other: 'Não foi possível conferir o código. Tente novamente.' }),
        );
    } finally {
      sending.current = false;
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(send, () => setOutcome(undefined))}
      onInput={() => setOutcome(undefined)}
      className="grid gap-5"
    >
      <Field
        label="Código de recuperação"
        hint="Um dos dez que você guardou ao ativar a verificação em duas etapas. Cada um vale uma única vez."
        error={errors.code?.message}
        required
      >
        {(control) => (
          <Input
            {...control}
            {...register('code')}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="tabular-nums"
          />
        )}
      </Field>
      <div className="grid">
        <Button type="submit" size="large" className="w-full" busy={isSubmitting}>
          {isSubmitting ? 'Conferindo...' : label}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}
