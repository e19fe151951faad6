import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readJson, writeJson } from '../file-storage.ts';

const maxAccounts = 50;

export const ProfileSchema = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email('Escreva um e-mail completo, como ana@exemplo.com.')),
  name: z.string().trim().min(1, 'Escreva o nome.').max(100, 'O nome passa de 100 caracteres.'),
  emailVerified: z.boolean(),
  picture: z
    .url({ protocol: /^https?$/, error: 'O endereço da foto começa com https://.' })
    .or(z.literal(''))
    .transform((address) => (address === '' ? undefined : address))
    .optional(),
});
export type Profile = z.infer<typeof ProfileSchema>;

const AccountsSchema = z.array(ProfileSchema.extend({ sub: z.string() }));
export type Account = z.infer<typeof AccountsSchema>[number];
export type Accounts = ReturnType<typeof openAccounts>;

/** Returns 21 digits, as in Google's subjects, which are always the same for an e-mail address. */
function subjectOf(email: string) {
  const hash = createHash('sha256').update(email).digest('hex').slice(0, 16);
  return `1${BigInt(`0x${hash}`).toString().padStart(20, '0')}`;
}

/** Stores the accounts used before, most recent first. */
export function openAccounts(path: string) {
  let accounts: Promise<Account[]> | undefined;
  const list = () => {
    accounts ??= readJson(path, AccountsSchema).then((stored) => stored ?? []);
    return accounts;
  };
  return {
    list,
    find: async (sub: string) => (await list()).find((account) => account.sub === sub),
    /** Serializes concurrent sign-ins, so that neither overwrites the other. */
    use: async (profile: Profile): Promise<Account> => {
      const account = { ...profile, sub: subjectOf(profile.email) };
      const before = list();
      const after = before.then(async (known) => {
        const others = known.filter(({ sub }) => sub !== account.sub);
        const changed = [account, ...others].slice(0, maxAccounts);
        await writeJson(path, changed);
        return changed;
      });
      accounts = after.catch(() => before);
      await after;
      return account;
    },
  };
}
