import type { Profile } from '#contract/profile.ts';
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
};

export async function saveAccount({ form, profile, photo }: Typed): Promise<AccountSave> {
  const { name, email, newPassword } = form;
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
      run: () => changePassword(newPassword),
    });
  }

  const { saved, failed } = await saveParts(parts);
  return { profile: savedProfile, saved, failed };
}
