import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { RecoverySchema } from '#contract/factors.ts';
import { failedCallOutcome } from '../../../forms/server-errors.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { localizedZodResolver } from '../../../forms/zod-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormStatus } from '../../../ui/form.tsx';
import { Input } from '../../../ui/inputs.tsx';
import { passByRecoveryCode } from './api.ts';

type RecoveryFormProps = { onPassed: () => Promise<void>; label?: string | undefined };

export function RecoveryForm({ onPassed, label = 'Entrar com o código' }: RecoveryFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ code: string }>({
    defaultValues: { code: '' },
    resolver: localizedZodResolver(RecoverySchema),
  });
  const { errors, isSubmitting } = formState;
  const { submit, outcome, clearOutcome } = useSubmit({
    send: async ({ code }: { code: string }) => {
      await passByRecoveryCode(code);
      await onPassed();
    },
    fields: { names: ['code'], ofCodes: { code_wrong: 'code' }, setError },
    describeError: (error) =>
      failedCallOutcome(error, { other: 'Não foi possível conferir o código. Tente novamente.' }),
  });

  useEffect(() => setFocus('code'), [setFocus]);

  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit, clearOutcome)}
      onInput={clearOutcome}
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
