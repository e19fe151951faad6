import type { Installation } from '#contract/installation.ts';
import { canFindVoices } from '#server/adapters/speech/speakers/speaker-folder.ts';
import type { Deps } from '#server/deps.ts';
import { listPlans } from '#server/features/billing/checkout/plans.ts';
import { lacksSpeechModel, partsOnSandbox } from './on-sandbox.ts';
import { vendorDisclosure } from './vendor-disclosure.ts';

/** The operator's own text may already end with a full stop, as "Ltda." does. */
const ended = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function operatorWords({ name, id, address, privacyContact }: Deps['config']['operator']) {
  const operator = [name, id, address].filter((part) => part !== undefined).join(', ');
  return {
    operator: operator === '' ? '' : ended(`Quem opera este serviço: ${operator}`),
    operatorName: name ?? 'quem opera este serviço',
    privacyContact:
      privacyContact === undefined ? '' : ended(`Encarregado pelos dados pessoais: ${privacyContact}`),
  };
}

const days = (count: number) => (count === 1 ? '1 dia' : `${count} dias`);

function recordingTimes({ originalsDays, soundDays }: Deps['config']['retention']) {
  if (originalsDays === undefined && soundDays === undefined)
    return 'Hoje não há prazo menor: as gravações ficam enquanto você as mantiver.';
  const after = (count: number) => `apagado ${days(count)} depois que o texto fica pronto`;
  const original =
    originalsDays === undefined
      ? 'o arquivo enviado fica enquanto você o mantiver'
      : `o arquivo enviado é ${after(originalsDays)}`;
  const sound =
    soundDays === undefined
      ? 'o som guardado para o player também fica'
      : `o som guardado para o player é ${after(soundDays)}`;
  return `Hoje, ${original} e ${sound}.`;
}

/** The facts that the pages state about this installation, as configured when the server started. */
export async function readInstallation(deps: Deps): Promise<Installation> {
  const { config, speech, payments } = deps;
  const { parts, httpPort } = config.sandbox;
  // The sandbox shows mails with sign-in links, so production never publishes its address.
  const isSandboxShown = parts.length > 0 && !config.production;
  return {
    publicUrl: config.http.publicUrl,
    supportEmail: config.mail.supportAddress,
    ...operatorWords(config.operator),
    recordingTimes: recordingTimes(config.retention),
    speechLabel: speech.label,
    ...vendorDisclosure(deps),
    plans: await listPlans(deps),
    sandboxParts: partsOnSandbox(deps),
    speechModelMissing: lacksSpeechModel(deps),
    googleOffered: config.google !== undefined,
    phoneOffered: config.sms !== undefined,
    paymentsOffered: payments !== undefined,
    findsVoices: canFindVoices(deps),
    uploadMaxBytes: config.uploads.maxBytes,
    speechLanguages: [...speech.languages],
    ...(isSandboxShown && { sandboxUrl: `http://127.0.0.1:${httpPort}/` }),
  };
}
