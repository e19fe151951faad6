/** With the area code: eight digits for a line of old, nine for a mobile. */
const brazilian = /^[1-9]\d{9,10}$/;

/**
 * A number as it is sent: with its country. One typed without it is Brazilian, whether written as (11) 99999-9999,
 * 011 99999-9999 or 55 11 99999-9999. What is none of these stays as it is, for the schema to refuse.
 */
export function completePhone(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (typed.trim().startsWith('+')) return `+${digits}`;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  const national = digits.replace(/^0/, '');
  if (brazilian.test(national)) return `+55${national}`;
  if (digits.startsWith('55') && brazilian.test(digits.slice(2))) return `+${digits}`;
  return digits;
}
