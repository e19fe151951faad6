import type { SandboxPart as PartName } from '#contract/setting.ts';
import { googlePart } from './google/part.ts';
import { mailboxPart } from './mailbox/part.ts';
import type { PartOptions, SandboxPart } from './part.ts';
import { smsPart } from './sms/part.ts';

export const openPart: Readonly<Record<PartName, (options: PartOptions) => SandboxPart>> = {
  mail: mailboxPart,
  google: googlePart,
  sms: smsPart,
};
