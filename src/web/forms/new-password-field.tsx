import { type ComponentProps, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { passwordPattern, passwordRules } from '#domain/password.ts';
import { Checklist } from '#web/ui/checklist.tsx';
import { Field } from '#web/ui/form.tsx';
import { PasswordInput } from '#web/ui/inputs.tsx';

type NewPasswordFieldProps = Omit<ComponentProps<typeof Field>, 'children'> & {
  input: UseFormRegisterReturn;
  typed: string;
  /** The field may stay empty; the rules appear once the user types. */
  optional?: boolean;
};

/** A new password above its rules. Each rule is marked as soon as the password meets it. */
export function NewPasswordField({ input, typed, optional = false, ...field }: NewPasswordFieldProps) {
  const rulesId = useId();
  const showsRules = !optional || typed !== '';
  return (
    <div className="grid gap-3">
      <Field {...field}>
        {(control) => (
          <PasswordInput
            {...control}
            {...input}
            pattern={passwordPattern}
            aria-describedby={
              [control['aria-describedby'], showsRules && rulesId].filter(Boolean).join(' ') || undefined
            }
            autoComplete="new-password"
          />
        )}
      </Field>
      {showsRules ? (
        <Checklist
          id={rulesId}
          label="Regras da senha"
          items={passwordRules.map(({ id, label, holds }) => ({ id, label, done: holds(typed) }))}
        />
      ) : null}
    </div>
  );
}
