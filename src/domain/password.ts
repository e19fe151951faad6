export const minPasswordLength = 8;
export const maxPasswordLength = 128;
export const passwordTooLong = 'A senha deve ter no máximo 128 caracteres.';
/** The reset page and the account page check this length before the full rules. */
export const minChangedPasswordLength = 6;
export const changedPasswordTooShort = 'A nova senha deve ter pelo menos 6 caracteres.';
export const passwordsDiffer = 'As senhas não coincidem.';

/** The five rules of every new password, used by the checklist on the screen and by the server. */
export const passwordRules = [
  {
    id: 'length',
    label: 'Mínimo de 8 caracteres',
    text: 'A senha deve ter pelo menos 8 caracteres.',
    holds: (password: string) => password.length >= minPasswordLength,
  },
  {
    id: 'uppercase',
    label: 'Uma letra maiúscula',
    text: 'A senha deve ter pelo menos uma letra maiúscula.',
    holds: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    id: 'lowercase',
    label: 'Uma letra minúscula',
    text: 'A senha deve ter pelo menos uma letra minúscula.',
    holds: (password: string) => /\p{Ll}/u.test(password),
  },
  {
    id: 'digit',
    label: 'Um número',
    text: 'A senha deve ter pelo menos um número.',
    holds: (password: string) => /\d/.test(password),
  },
  {
    id: 'special',
    label: 'Um caractere especial (!, @, # …)',
    text: 'A senha deve ter pelo menos um caractere especial.',
    holds: (password: string) => /[\p{P}\p{S}]/u.test(password),
  },
] as const;

/** The same rules as the `pattern` of a field, for the page before its scripts run. */
export const passwordPattern = String.raw`(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)(?=.*[\p{P}\p{S}]).{${minPasswordLength},}`;

/** The texts of the rules that a password breaks, in the order of the checklist. */
export function brokenPasswordRules(password: string): string[] {
  return passwordRules.filter(({ holds }) => !holds(password)).map(({ text }) => text);
}
