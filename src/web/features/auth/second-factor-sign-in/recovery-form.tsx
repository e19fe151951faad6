import { useEffect } from 'react';
import { RecoverySchema } from '#contract/factors.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { TextField, useServerForm } from '#web/forms/server-form.tsx';
import { localizedZodResolver } from '#web/forms/zod-resolver.ts';
import { Button } from '#web/ui/button.tsx';
import { FormStatus } from '#web/ui/form.tsx';
import { passByRecoveryCode } from './api.ts';

type RecoveryFormProps = { onPassed: () => Promise<void>; label?: string | undefined };

export function RecoveryForm({ onPassed, label = 'Entrar com o código' }: RecoveryFormProps) {
  const form = useServerForm<{ code: string }>({
    defaultValues: { code: '' },
    resolver: localizedZodResolver(RecoverySchema),
    send: async ({ code }) => {
      await passByRecoveryCode(code);
      await onPassed();
    },
    names: ['code'],
    ofCodes: { code_wrong: 'code' },
    describeError: (error) =>
      failedCallOutcome(error, { other: 'Não foi possível conferir o código. Tente novamente.' }),
  });
  const { isSubmitting, setFocus } = form;

  useEffect(() => setFocus('code'), [setFocus]);

  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        form={form}
        name="code"
        label="Código de recuperação"
        hint="Um dos dez que você guardou ao ativar a verificação em duas etapas. Cada um vale uma única vez."
        required
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="tabular-nums"
      />
      <div className="grid">
        <Button type="submit" size="large" className="w-full" busy={isSubmitting}>
          {isSubmitting ? 'Conferindo...' : label}
        </Button>
        <FormStatus outcome={form.outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}
