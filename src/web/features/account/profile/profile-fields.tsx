import { useRef, useState } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { changedPasswordTooShort } from '#domain/password.ts';
import { NewPasswordField } from '#web/forms/new-password-field.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/form.tsx';
import type { AccountForm } from './save-account.ts';
import { AvatarRefusedError, scaleAvatar } from './scale-avatar.ts';

type AvatarFieldProps = {
  avatar: string | null;
  /** The photo differs from the account's. */
  unsaved: boolean;
  initials: string;
  onChange: (avatar: string | null) => void;
};

const unknownFault = 'Não foi possível preparar a foto. Tente novamente.';

export function AvatarField({ avatar, unsaved, initials, onChange }: AvatarFieldProps) {
  const [error, setError] = useState<string>();
  const [scaling, setScaling] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** A large photo that was chosen first must not replace a small one chosen later. */
  const latest = useRef(0);

  async function choose(file: File) {
    latest.current += 1;
    const attempt = latest.current;
    setError(undefined);
    setScaling(true);
    try {
      const scaled = await scaleAvatar(file);
      if (attempt === latest.current) onChange(scaled);
    } catch (fault) {
      if (attempt === latest.current)
        setError(fault instanceof AvatarRefusedError ? fault.message : unknownFault);
    } finally {
      if (attempt === latest.current) setScaling(false);
    }
  }

  function remove() {
    latest.current += 1;
    setScaling(false);
    setError(undefined);
    onChange(null);
    // The pressed button is removed with the photo.
    input.current?.focus();
  }

  return (
    <Field label="Foto de perfil" error={error}>
      {({ required: _, ...control }) => (
        <div className="flex items-center gap-5">
          <Avatar image={avatar} initials={initials} size="large" />
          <div className="min-w-0">
            <div className="flex flex-wrap gap-2">
              <label
                className={classNames(
                  buttonClass({ variant: 'secondary' }),
                  'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-thread',
                )}
              >
                {avatar === null ? 'Escolher foto' : 'Trocar foto'}
                <input
                  {...control}
                  ref={input}
                  type="file"
                  accept="image/*"
                  className="sr-only"
                  onChange={(event) => {
                    const [file] = event.target.files ?? [];
                    if (file !== undefined) void choose(file);
                    // Reset, so that choosing the same file again fires a change event.
                    event.target.value = '';
                  }}
                />
              </label>
              {avatar === null ? null : (
                <Button variant="quiet" onClick={remove}>
                  Remover foto
                </Button>
              )}
            </div>
            <p role="status" className="text-sm text-ink-soft not-empty:mt-2">
              {avatarText({ scaling, unsaved, removed: avatar === null })}
            </p>
          </div>
        </div>
      )}
    </Field>
  );
}

type AvatarState = { scaling: boolean; unsaved: boolean; removed: boolean };

function avatarText({ scaling, unsaved, removed }: AvatarState) {
  if (scaling) return 'Preparando a foto...';
  if (!unsaved) return null;
  return removed ? 'A foto sai quando você salvar.' : 'A nova foto vale quando você salvar.';
}

type PasswordFieldsProps = {
  register: UseFormRegister<AccountForm>;
  errors: FieldErrors<AccountForm>;
  typed: string;
};

function PasswordFault({ text }: { text: string }) {
  if (text !== changedPasswordTooShort) return text;
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
