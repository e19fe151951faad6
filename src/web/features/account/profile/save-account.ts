import { z } from 'zod';
import { EmailChangeSchema } from '#contract/account.ts';
import { type Profile, ProfileChangeSchema } from '#contract/profile.ts';
import {
  brokenPasswordRules,
  changedPasswordTooShort,
  maxPasswordLength,
  minChangedPasswordLength,
  passwordTooLong,
} from '#domain/password.ts';
import { ApiError, NetworkError, UnexpectedResponseError } from '#web/api/client.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { retryAfterText } from '#web/forms/server-errors.ts';
import { changePassword, requestEmailChange, saveProfile } from '../api.ts';

/** Empty means no change. Below six characters only that error shows; otherwise all broken rules show together. */
const newPassword = z
  .string()
  .max(maxPasswordLength, passwordTooLong)
  .superRefine((password, context) => {
    if (password === '') return;
    const message =
      password.length < minChangedPasswordLength
        ? changedPasswordTooShort
        : brokenPasswordRules(password).join(' ');
    if (message !== '') context.addIssue({ code: 'custom', message });
  });

export const AccountFormSchema = z.object({
  name: ProfileChangeSchema.shape.name.unwrap(),
  email: EmailChangeSchema.shape.newEmail,
  newPassword,
});
export type AccountForm = z.infer<typeof AccountFormSchema>;

export const partNames = ['profile', 'email', 'password'] as const;
export type PartName = (typeof partNames)[number];
export type PartError = { part: PartName; error: unknown };

const stopsAll = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && error.body.code === 'proof_required');

type Part = { part: PartName; run: () => Promise<unknown> };

/**
 * Saves each part on its own, so a failed part does not block the others. The screen names the saved parts, so
 * that the user does not enter them again. After a network error it skips the rest, because each call would
 * wait for its own timeout. The same applies after a cancelled proof of identity: each call would reopen the
 * dialog.
 */
export async function saveParts(parts: readonly Part[]) {
  const saved: PartName[] = [];
  const failed: PartError[] = [];
  let stopped: unknown;
  for (const { part, run } of parts) {
    try {
      if (stopped !== undefined) throw stopped;
      await run();
      saved.push(part);
    } catch (error) {
      if (stopsAll(error)) stopped = error;
      failed.push({ part, error });
    }
  }
  return { saved, failed };
}

type Typed = {
  form: AccountForm;
  /** The stored profile. */
  profile: Profile;
  /** Undefined if the photo stays. */
  avatar: string | null | undefined;
};

export type AccountSave = {
  profile: Profile | undefined;
  saved: PartName[];
  failed: PartError[];
};

export async function saveAccount({ form, profile, avatar }: Typed): Promise<AccountSave> {
  const { name, email, newPassword } = form;
  const changesEmail = email !== profile.email;
  const changesPassword = newPassword !== '';
  const changesProfile = name !== profile.name || avatar !== undefined;
  let savedProfile: Profile | undefined;

  const parts: Parameters<typeof saveParts>[0][number][] = [];
  if (changesProfile || !(changesEmail || changesPassword)) {
    parts.push({
      part: 'profile',
      run: async () => {
        savedProfile = await saveProfile({ name, ...(avatar !== undefined && { avatar }) });
      },
    });
  }
  if (changesEmail) parts.push({ part: 'email', run: () => requestEmailChange(email) });
  if (changesPassword) {
    parts.push({
      part: 'password',
      run: () => changePassword(newPassword),
    });
  }

  const { saved, failed } = await saveParts(parts);
  return { profile: savedProfile, saved, failed };
}

export const saveErrorTitle = 'Erro ao atualizar conta';
const later = 'Tente novamente mais tarde.';
const unauthenticated = 'Usuário não autenticado.';

const prefixes = {
  profile: 'Erro ao atualizar perfil: ',
  email: 'Erro ao atualizar e-mail: ',
  password: 'Erro ao atualizar senha: ',
} satisfies Record<PartName, string>;

function reasonOf(error: unknown) {
  if (error instanceof UnexpectedResponseError) return later;
  const { text, requestId } = describeError(error);
  if (!(error instanceof ApiError)) return text;
  const more = requestId === undefined ? retryAfterText(error) : `Código para o suporte: ${requestId}.`;
  return [text, more].filter(Boolean).join(' ');
}

/** Each failed part with its reason, one line each. */
export function saveErrorLines(failed: readonly PartError[]): string[] {
  const lines = failed.map(({ part, error }) =>
    error instanceof ApiError && error.body.code === 'unauthenticated'
      ? unauthenticated
      : `${prefixes[part]}${reasonOf(error)}`,
  );
  return [...new Set(lines)];
}

const savedNames = {
  profile: 'perfil',
  email: 'pedido de troca de e-mail',
  password: 'nova senha',
} satisfies Record<PartName, string>;

/** Names the saved parts, so that the user does not save them again; undefined if none was saved. */
export function savedText(saved: readonly PartName[]) {
  if (saved.length === 0) return undefined;
  const list = new Intl.ListFormat('pt-BR').format(saved.map((part) => savedNames[part]));
  return `Já está salvo: ${list}.`;
}
