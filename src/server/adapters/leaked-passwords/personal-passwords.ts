import { folded, readings } from './common-passwords.ts';

export type PasswordOwner = Readonly<{ name: string; email: string }>;

/** A shorter part occurs in many words. */
const minPartLength = 3;
/** Dates of birth have eight digits. A longer number is a secret of its own. */
const maxDigits = 8;
const maxOtherLetters = 2;

/** The words of name, address and company, and each of the three without spaces and signs. The longest come first. */
function partsOf({ name, email }: PasswordOwner): string[] {
  const address = email.split('@')[0] ?? '';
  const company = /@([^.]+)/.exec(email)?.[1] ?? '';
  const texts = [name, address, company].map(folded);
  const words = texts.flatMap((text) => text.split(/[^\p{L}]+/u));
  const whole = texts.map((text) => text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  return [...new Set([...whole, ...words])]
    .filter((part) => part.length >= minPartLength && /\p{L}/u.test(part))
    .sort((one, other) => other.length - one.length);
}

/** True if little but the person's own name or address is in the password. Attackers who know them try these first. */
export function isPersonalPassword(password: string, owner: PasswordOwner): boolean {
  const parts = partsOf(owner);
  return readings(folded(password)).some((reading) => {
    const rest = parts.reduce((text, part) => text.replaceAll(part, ' '), reading);
    if (rest === reading) return false;
    const letters = rest.match(/\p{L}/gu)?.length ?? 0;
    const digits = rest.match(/\p{N}/gu)?.length ?? 0;
    return letters <= maxOtherLetters && digits <= maxDigits;
  });
}
