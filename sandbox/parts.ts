import { googlePart } from './google/part.ts';
import { languagePart } from './language-model/part.ts';
import { mailboxPart } from './mailbox/part.ts';
import type { PartName, PartOptions, SandboxPart } from './part.ts';
import { smsPart } from './sms/part.ts';
import { speechPart } from './speech/part.ts';
import { stripePart } from './stripe/part.ts';

export const openPart: Readonly<Record<PartName, (options: PartOptions) => SandboxPart>> = {
  mail: mailboxPart,
  google: googlePart,
  sms: smsPart,
  speech: speechPart,
  language: languagePart,
  stripe: stripePart,
};
