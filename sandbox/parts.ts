import type { SandboxPart as PartName } from '#server/config.ts';
import { mailboxPart } from './mailbox/part.ts';
import type { PartOptions, SandboxPart } from './part.ts';

export const openPart: Readonly<Record<PartName, (options: PartOptions) => SandboxPart>> = {
  mail: mailboxPart,
};
