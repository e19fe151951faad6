import type { SandboxPart as PartName } from '#contract/setting.ts';
import { mailboxPart } from './mailbox/part.ts';
import type { PartOptions, SandboxPart } from './part.ts';

const announced = (name: PartName): SandboxPart => ({
  name,
  title: name,
  description: '',
  path: `/${name}`,
  register: () => {},
});

export const openPart: Readonly<Record<PartName, (options: PartOptions) => SandboxPart>> = {
  mail: mailboxPart,
  google: () => announced('google'),
  sms: () => announced('sms'),
};
