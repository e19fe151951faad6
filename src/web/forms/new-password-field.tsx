import { type ComponentProps, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { passwordRules } from '#domain/password.ts';
import { Checklist } from '../ui/checklist.tsx';
import { Field } from '../ui/form.tsx';
import { PasswordInput } from '../ui/inputs.tsx';

type NewPasswordFieldProps = Omit<ComponentProps<typeof Field>, 'children'> & {
  input: UseFormRegisterReturn;
  typed: string;
  /** Nothing need be typed: the rules are shown to who types. */
  optional?: boolean;
};

/** A password that is chosen, over the rules for it, each marked as soon as it is kept. */
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
