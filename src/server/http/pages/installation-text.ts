import type { PlanCard } from '#contract/plans.ts';
import type { Written } from '#domain/pages/page-placeholders.ts';
import type { Deps } from '../../deps.ts';
import { vendorDisclosure } from './vendor-disclosure.ts';

type Told = Pick<Deps, 'config' | 'speech'>;

/** What an operator wrote may have its full stop, as "Ltda." has. */
const ended = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function operatorWords({ name, id, address, privacyContact }: Deps['config']['operator']) {
  const who = [name, id, address].filter((part) => part !== undefined).join(', ');
  return {
    operator: who === '' ? '' : ended(`Quem opera este serviço: ${who}`),
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

/** Cents by plan, of those that cost something: what is free, or was when the pages were built, is not in them. */
export function pricesOf(plans: readonly PlanCard[]): Written['prices'] {
  return Object.fromEntries(plans.flatMap(({ id, price_cents: cents }) => (cents > 0 ? [[id, cents]] : [])));
}

/** What the pages say of this installation. */
export function installationText({ config, speech }: Told): Omit<Written, 'prices'> {
  return {
    publicUrl: config.http.publicUrl,
    supportEmail: config.mail.supportAddress,
    ...operatorWords(config.operator),
    recordingTimes: recordingTimes(config.retention),
    speechLabel: speech.label,
    ...vendorDisclosure({ config, speech }),
  };
}
