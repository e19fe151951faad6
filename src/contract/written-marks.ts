import { publicUrlMark } from './public-url.ts';

/**
 * What stands in the built pages where only the server knows the words: it puts them in at its start, so that whoever
 * reads without scripts finds whom to write to, and searches are told the prices of this installation.
 */
export const writtenMarks = {
  publicUrl: publicUrlMark,
  supportEmail: 'support-email@mark.invalid',
  operator: 'operator.mark.invalid',
  privacyContact: 'privacy-contact.mark.invalid',
  /** A whole value of the structured data, quotes included. */
  offers: 'offers.mark.invalid',
} as const;

/** Who answers for an installation before the law; undefined where nobody wrote it down. */
export type Operator = Readonly<Record<'name' | 'id' | 'address' | 'privacyContact', string | undefined>>;

/** In sentences of the legal pages; each empty where nobody wrote it down. */
export function operatorWords({ name, id, address, privacyContact }: Operator) {
  const who = [name, id, address].filter((part) => part !== undefined).join(', ');
  return {
    operator: who === '' ? '' : `Quem opera esta instalação: ${who}.`,
    privacyContact:
      privacyContact === undefined ? '' : `Encarregado pelos dados pessoais: ${privacyContact}.`,
  };
}
