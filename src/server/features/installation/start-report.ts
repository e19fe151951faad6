import type { SandboxPart } from '#contract/installation.ts';
import { canFindVoices } from '#server/adapters/speech/speakers/speaker-folder.ts';
import type { Deps } from '#server/deps.ts';
import { partsOnSandbox } from './on-sandbox.ts';

/** Each part as on, off or sandbox, or with the name of its engine. */
export function partsOf(deps: Deps): Record<string, string> {
  const { config, speech, language, payments } = deps;
  const onSandbox = partsOnSandbox(deps);
  const stateOf = (part: SandboxPart, isOn: boolean) =>
    onSandbox.includes(part) ? 'sandbox' : isOn ? 'on' : 'off';
  return {
    database: config.database.url === undefined ? 'embedded' : 'server',
    files: config.storage.kind === 'file' ? 'folder' : 'bucket',
    mail: stateOf('mail', true),
    google: stateOf('google', config.google !== undefined),
    sms: stateOf('sms', config.sms !== undefined),
    payments: stateOf('stripe', payments !== undefined),
    leakedPasswords: stateOf('passwords', true),
    speech: speech.name,
    voices: canFindVoices(deps) ? 'on' : 'off',
    summaries: language?.name ?? 'off',
  };
}

/** Tells an operator what this process does, before the first person finds out what it does not. */
export function reportStart(deps: Deps) {
  const { config, log } = deps;
  log.info({ roles: config.roles, parts: partsOf(deps) }, 'this process runs these parts');
}
