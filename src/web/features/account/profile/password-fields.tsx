import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { NewPasswordField } from '../../../forms/new-password-field.tsx';
import { type AccountForm, tooShort } from './account-form-schema.ts';

type PasswordFieldsProps = {
  register: UseFormRegister<AccountForm>;
  errors: FieldErrors<AccountForm>;
  typed: string;
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

export function PasswordFields({ register, errors, typed }: PasswordFieldsProps) {
  const fault = errors.newPassword?.message;
  return (
    <NewPasswordField
      label="Nova senha"
      hint="Deixe em branco para não mudar."
      error={fault === undefined ? undefined : <PasswordFault text={fault} />}
      optional
      input={register('newPassword')}
      typed={typed}
    />
  );
}
