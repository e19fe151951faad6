import type { SandboxPart } from '#contract/installation.ts';

const names = {
  mail: 'e-mails',
  google: 'entrada com Google',
  sms: 'mensagens SMS',
  speech: 'gravações para transcrever',
  language: 'textos para resumir',
  stripe: 'pagamentos',
} satisfies Record<SandboxPart, string>;

/** Parts whose name is one thing; alone they want the verb for one. */
const single: readonly SandboxPart[] = ['google'];

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

export function sandboxSentence(parts: readonly SandboxPart[]) {
  const verb = parts.length === 1 && parts.every((part) => single.includes(part)) ? 'sai' : 'saem';
  return `Ambiente de teste: ${list.format(parts.map((part) => names[part]))} não ${verb} desta máquina.`;
}
