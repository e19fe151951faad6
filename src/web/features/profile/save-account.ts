import type { Profile } from '#contract/profile.ts';
import { RefusedError } from '../../api-client.ts';
import type { AccountForm } from './account-form-schema.ts';
import { changePassword, requestEmailChange, saveProfile } from './profile-calls.ts';
import { type PartFault, type PartName, saveParts } from './save-parts.ts';

type Typed = {
  form: AccountForm;
  /** What the account has now. */
  profile: Profile;
  /** Undefined where the photo stays. */
  photo: string | null | undefined;
};

export type AccountSave = {
  profile: Profile | undefined;
  saved: PartName[];
  failed: PartFault[];
  /** The new password waits for the current one. That is a question, no failure. */
  asksCurrent: boolean;
};

const asksForCurrent = ({ part, error }: PartFault) =>
  part === 'password' && error instanceof RefusedError && error.body.code === 'current_password_required';

export async function saveAccount({ form, profile, photo }: Typed): Promise<AccountSave> {
  const { name, email, newPassword, currentPassword } = form;
  const changesEmail = email !== profile.email;
  const changesPassword = newPassword !== '';
  const changesProfile = name !== profile.name || photo !== undefined;
  let savedProfile: Profile | undefined;

  const parts: Parameters<typeof saveParts>[0][number][] = [];
  if (changesProfile || !(changesEmail || changesPassword)) {
    parts.push({
      part: 'profile',
      run: async () => {
        savedProfile = await saveProfile({ name, ...(photo !== undefined && { avatar: photo }) });
      },
    });
  }
  if (changesEmail) parts.push({ part: 'email', run: () => requestEmailChange(email) });
  if (changesPassword) {
    parts.push({
      part: 'password',
      run: () =>
        changePassword({
          new_password: newPassword,
          ...(currentPassword !== '' && { current_password: currentPassword }),
        }),
    });
  }

  const { saved, failed } = await saveParts(parts);
  return {
    profile: savedProfile,
    saved,
    failed: failed.filter((fault) => !asksForCurrent(fault)),
    asksCurrent: failed.some(asksForCurrent),
  };
}
