import { alwaysLetters, folded, lookAlikes, reversed } from './common-passwords.ts';

export type PasswordOwner = Readonly<{ name: string; email: string }>;

/** A shorter part occurs in many words. */
const minPartLength = 3;
/** Dates of birth have eight digits. A longer number is a secret of its own. */
const maxDigits = 8;
const maxOtherLetters = 2;
/** Different signs. More of them are a secret of their own; the same sign again is none. */
const maxOtherSigns = 4;

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

const alike: Readonly<Record<string, string>> = { ...lookAlikes, ...alwaysLetters, '!': 'i' };
const isSign = (sign: string) => /[^\p{L}\p{N}]/u.test(sign);

/** Replaces each part, forwards or backwards, by marks of its length. `m4r!a` reads as `maria`. */
function takeParts(signs: readonly string[], parts: readonly string[]): boolean[] {
  const taken = signs.map(() => false);
  for (const part of parts) {
    const letters = [...part];
    const isAt = (start: number) =>
      letters.every((letter, at) => {
        const sign = signs[start + at] ?? '';
        return taken[start + at] === false && (sign === letter || alike[sign] === letter);
      });
    for (let start = 0; start + letters.length <= signs.length; start += 1)
      if (isAt(start)) taken.fill(true, start, start + letters.length);
  }
  return taken;
}

/** True if little but the person's own name or address is in the password. Attackers who know them try these first. */
export function isPersonalPassword(password: string, owner: PasswordOwner): boolean {
  const parts = partsOf(owner).flatMap((part) => [part, reversed(part)]);
  const signs = [...folded(password)];
  // A sign stands for a letter, or between two.
  const withLetters = signs.filter((sign) => !isSign(sign) || alike[sign] !== undefined);
  const plain = signs.filter((sign) => !isSign(sign));
  return [withLetters, plain].some((reading) => {
    const taken = takeParts(reading, parts);
    if (!taken.includes(true)) return false;
    const rest = reading.filter((_sign, at) => taken[at] === false);
    const left = [...rest, ...signs.filter((sign) => isSign(sign) && !reading.includes(sign))];
    const letters = left.filter((sign) => /\p{L}/u.test(sign)).length;
    const digits = left.filter((sign) => /\p{N}/u.test(sign)).length;
    const otherSigns = new Set(left.filter(isSign)).size;
    return letters <= maxOtherLetters && digits <= maxDigits && otherSigns <= maxOtherSigns;
  });
}
