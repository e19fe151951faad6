import { useEffect, useRef } from 'react';
import type { FieldErrors, UseFormRegister, UseFormSetFocus } from 'react-hook-form';
import { NewPasswordField } from '../../new-password-field.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { type AccountForm, tooShort } from './account-form-schema.ts';

type PasswordFieldsProps = {
  register: UseFormRegister<AccountForm>;
  errors: FieldErrors<AccountForm>;
  typed: string;
  /** The server wants to know that it is still the same person. */
  asksCurrent: boolean;
  setFocus: UseFormSetFocus<AccountForm>;
};

function PasswordFault({ text }: { text: string }) {
  if (text !== tooShort) return text;
  return (
    <>
      <strong className="block font-semibold">Senha muito curta</strong>
      {text}
    </>
  );
}

export function PasswordFields({ register, errors, typed, asksCurrent, setFocus }: PasswordFieldsProps) {
  const fault = errors.newPassword?.message;
  const asked = useRef(asksCurrent);
  useEffect(() => {
    if (asksCurrent && !asked.current) setFocus('currentPassword');
    asked.current = asksCurrent;
  }, [asksCurrent, setFocus]);

  return (
    <>
      <NewPasswordField
        label="Nova senha"
        hint="Deixe em branco para não mudar."
        error={fault === undefined ? undefined : <PasswordFault text={fault} />}
        optional
        input={register('newPassword')}
        typed={typed}
      />
      {asksCurrent ? (
        <Field
          label="Senha atual"
          hint="Você entrou há mais de 15 minutos. Para trocar a senha, confirme que é você."
          error={errors.currentPassword?.message}
          required
        >
          {(control) => (
            <PasswordInput {...control} {...register('currentPassword')} autoComplete="current-password" />
          )}
        </Field>
      ) : null}
    </>
  );
}
