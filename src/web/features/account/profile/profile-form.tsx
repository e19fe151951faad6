import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Profile } from '#contract/profile.ts';
import { ApiError } from '#web/api/client.ts';
import { initialsOf } from '#web/features/auth/session/account.ts';
import { sessionStore } from '#web/features/auth/session/session-store.ts';
import { DraftNote } from '#web/forms/draft-note.tsx';
import { parseTextFields, readFormFields, useDraft } from '#web/forms/drafts.ts';
import { showServerFieldErrors } from '#web/forms/server-errors.ts';
import { EmailField, TextField } from '#web/forms/server-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { localizedZodResolver } from '#web/forms/zod-resolver.ts';
import { Button } from '#web/ui/button.tsx';
import { type FormOutcome, FormStatus } from '#web/ui/form.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { profileQuery, sessionsQuery } from '../api.ts';
import { type EmailChangeStep, useEmailChange } from './email-change.ts';
import { AvatarField, PasswordFields } from './profile-fields.tsx';
import {
  type AccountForm,
  AccountFormSchema,
  type AccountSave,
  type PartError,
  saveAccount,
  savedText,
  saveErrorLines,
  saveErrorTitle,
} from './save-account.ts';

type ProfileFormProps = { profile: Profile; emailStep: EmailChangeStep };

const saved: FormOutcome = { kind: 'done', text: 'Conta atualizada com sucesso!' };
/** Never the passwords: they must not be in browser storage. */
const draftFields = ['name', 'email'] as const;
const parseDraft = parseTextFields(draftFields);
type DraftField = (typeof draftFields)[number];
const unsavedTexts = {
  name: 'O nome abaixo você digitou antes e ainda não salvou.',
  email: 'O e-mail abaixo você digitou antes e ainda não salvou.',
  both: 'O nome e o e-mail abaixo você digitou antes e ainda não salvou.',
};

function unsavedText(unsaved: readonly DraftField[]) {
  const [first, second] = unsaved;
  return first === undefined ? undefined : unsavedTexts[second === undefined ? first : 'both'];
}

const emailWaits = 'O e-mail só muda depois que os dois endereços confirmarem.';

const newPasswordCodes = {
  password_too_short: 'newPassword',
  password_weak: 'newPassword',
  password_leaked: 'newPassword',
  password_personal: 'newPassword',
} as const;

export function ProfileForm({ profile, emailStep }: ProfileFormProps) {
  const queryClient = useQueryClient();
  const [avatar, setAvatar] = useState<string | null>();
  const [restored, setRestored] = useState<Partial<Record<DraftField, string>>>({});
  const emailChange = useEmailChange(profile, emailStep);
  const draft = useDraft('account', parseDraft);
  const { register, handleSubmit, setError, setValue, setFocus, getValues, resetField, watch, formState } =
    useForm<AccountForm>({
      defaultValues: { name: profile.name, email: profile.email, newPassword: '' },
      resolver: localizedZodResolver(AccountFormSchema),
    });
  const { errors, isSubmitting } = formState;
  const typed = watch();

  // The account may change in another tab or by a mailed link. Fields that are being edited keep their text.
  const { name: nameTyped, email: emailTyped } = formState.dirtyFields;
  useEffect(() => {
    if (!nameTyped) resetField('name', { defaultValue: profile.name });
  }, [nameTyped, profile.name, resetField]);
  useEffect(() => {
    if (!emailTyped) resetField('email', { defaultValue: profile.email });
  }, [emailTyped, profile.email, resetField]);
  // Set as a change and not as a default value, so that the form counts it as edited and submits it.
  useEffect(() => {
    const storedDraft = draft.read() ?? {};
    const { name, email } = storedDraft;
    setRestored(storedDraft);
    if (name !== undefined) setValue('name', name, { shouldDirty: true });
    if (email !== undefined) setValue('email', email, { shouldDirty: true });
  }, [draft, setValue]);

  function keepDraft(stored: Profile, { name, email }: { name: string; email: string }) {
    // Store only the differences: a stored address could later undo a confirmed change of e-mail.
    const changed = {
      ...(name === stored.name ? {} : { name }),
      ...(email === stored.email ? {} : { email }),
    };
    draft.write(Object.keys(changed).length === 0 ? undefined : changed);
  }

  // Leave out fields that were edited further or saved.
  const unsaved = unsavedText(
    draftFields.filter((each) => restored[each] === typed[each] && typed[each] !== profile[each]),
  );

  function discardRestored() {
    resetField('name', { defaultValue: profile.name });
    resetField('email', { defaultValue: profile.email });
    draft.write(undefined);
    setFocus(restored.name === undefined ? 'email' : 'name');
  }

  function tellAtField({ part, error }: PartError) {
    if (part === 'profile') return showServerFieldErrors(error, { names: ['name'], setError });
    if (part === 'password')
      return showServerFieldErrors(error, { names: ['newPassword'], ofCodes: newPasswordCodes, setError });
    const text = error instanceof ApiError ? error.body.fields?.newEmail : undefined;
    if (text !== undefined) setError('email', { message: text }, { shouldFocus: true });
  }

  function keepWhatWasSaved({ profile: savedProfile, saved: parts }: AccountSave, newEmail: string) {
    if (savedProfile !== undefined) {
      setAvatar(undefined);
      resetField('name', { defaultValue: savedProfile.name });
      queryClient.setQueryData(profileQuery.queryKey, savedProfile);
      // The sidebar of every tab shows name and photo too.
      sessionStore.userChanged({ name: savedProfile.name, image: savedProfile.avatar });
    }
    if (parts.includes('email')) {
      emailChange.asked(newEmail);
      // The new e-mail belongs to the account only after its confirmation.
      resetField('email');
    }
    if (parts.includes('password')) {
      resetField('newPassword');
      // The server has ended the other sessions.
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    }
  }

  const { submit, outcome, clearOutcome } = useSubmit({
    send: async (form: AccountForm) => {
      const result = await saveAccount({ form, profile, avatar });
      keepWhatWasSaved(result, form.email);
      keepDraft(result.profile ?? profile, getValues());
      for (const fault of result.failed.toReversed()) tellAtField(fault);
      return outcomeOf(result);
    },
    describeError: () => ({ kind: 'failed', text: saveErrorTitle }),
  });

  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit, clearOutcome)}
      onInput={({ currentTarget }) => {
        clearOutcome();
        keepDraft(profile, readFormFields(currentTarget, draftFields));
      }}
      className="grid max-w-form gap-6"
    >
      {unsaved === undefined ? null : <DraftNote onDiscard={discardRestored}>{unsaved}</DraftNote>}
      <TextField form={{ register, errors }} name="name" label="Nome completo" required autoComplete="name" />
      <EmailField
        form={{ register, errors }}
        name="email"
        label="E-mail"
        hint={
          <span className="wrap-anywhere">
            {emailChange.note ?? 'Para trocar, confirme pelo e-mail atual e pelo novo.'}
          </span>
        }
      />
      <PasswordFields register={register} errors={errors} typed={typed.newPassword} />
      <AvatarField
        avatar={avatar === undefined ? profile.avatar : avatar}
        unsaved={avatar !== undefined}
        initials={initialsOf(typed.name)}
        onChange={(next) => {
          clearOutcome();
          setAvatar(next);
        }}
      />
      <div className="grid justify-items-start">
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? 'Salvando...' : 'Salvar'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}

function outcomeOf({ failed, saved: parts }: AccountSave): FormOutcome {
  const savedNote = savedText(parts);
  if (failed.length > 0) {
    const lines = [...saveErrorLines(failed), ...(savedNote === undefined ? [] : [savedNote])];
    return {
      kind: 'failed',
      text: saveErrorTitle,
      more: lines.map((line) => <p key={line}>{line}</p>),
    };
  }
  return parts.includes('email') ? { ...saved, more: emailWaits } : saved;
}

function FieldSkeleton() {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-11" />
      <Skeleton className="h-5 w-3/4" />
    </div>
  );
}

export function ProfileSkeleton() {
  return (
    <div role="status" className="grid max-w-form gap-6">
      <span className="sr-only">Carregando o perfil...</span>
      <FieldSkeleton />
      <FieldSkeleton />
      <FieldSkeleton />
      <div className="flex items-center gap-5">
        <Skeleton className="size-20 rounded-full!" />
        <Skeleton className="h-10 w-36" />
      </div>
      <Skeleton className="h-12 w-28" />
    </div>
  );
}
