import { publicUrlMark } from './public-url.ts';

/**
 * What stands in the built pages where only the server knows the words: it puts them in at its start, so that whoever
 * reads without scripts finds whom to write to, who gets what, and what the plans cost.
 */
export const writtenMarks = {
  publicUrl: publicUrlMark,
  supportEmail: 'support-email@mark.invalid',
  /** A sentence, empty where nobody wrote it down; as is the person in charge of privacy. */
  operator: 'operator.mark.invalid',
  privacyContact: 'privacy-contact.mark.invalid',
  /** Inside a sentence: the name, or who it is without one. */
  operatorName: 'operator-name.mark.invalid',
  recordingTimes: 'recording-times.mark.invalid',
  speechLabel: 'speech-label.mark.invalid',
  /** Who gets what: each a sentence of its own. */
  speechVendor: 'speech-vendor.mark.invalid',
  languageVendor: 'language-vendor.mark.invalid',
  paymentVendor: 'payment-vendor.mark.invalid',
  mailVendor: 'mail-vendor.mark.invalid',
  smsVendor: 'sms-vendor.mark.invalid',
  googleSignIn: 'google-sign-in.mark.invalid',
  fileVendor: 'file-vendor.mark.invalid',
  leakedPasswordsVendor: 'leaked-passwords-vendor.mark.invalid',
} as const;

/** Who answers for an installation before the law; undefined where nobody wrote it down. */
export type Operator = Readonly<Record<'name' | 'id' | 'address' | 'privacyContact', string | undefined>>;

export type WrittenText = { [name in keyof typeof writtenMarks]: string };

/** For the scripts of a page: all that was put into it. */
export type Written = WrittenText & { prices: Readonly<Record<string, number>> };

/** An attribute of the page that holds `Written`. By the address in it build and server know an unfinished page. */
export const writtenMark = `${publicUrlMark}/written`;

/** A whole value of the structured data, quotes included. */
export const offersMark = 'offers.mark.invalid';
