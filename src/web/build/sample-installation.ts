import type { Installation } from '#contract/installation.ts';

/** What the build renders its pages with to find out whether each can be rendered. No visitor ever sees it. */
export const sampleInstallation: Installation = {
  publicUrl: 'http://localhost',
  supportEmail: 'suporte@escriba.example',
  operator: '',
  operatorName: 'quem opera este serviço',
  privacyContact: '',
  recordingTimes: '',
  speechLabel: '',
  speechVendor: '',
  languageVendor: '',
  paymentVendor: '',
  mailVendor: '',
  smsVendor: '',
  googleSignIn: '',
  fileVendor: '',
  leakedPasswordsVendor: '',
  plans: [],
  sandboxParts: [],
  googleOffered: true,
  phoneOffered: true,
  paymentsOffered: true,
  uploadMaxBytes: 0,
  speechLanguages: [],
};
