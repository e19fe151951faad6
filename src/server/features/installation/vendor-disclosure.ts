import type { Installation } from '#contract/installation.ts';
import type { Deps } from '../../deps.ts';
import { isSandboxEngine } from '../transcriptions/watch/read-transcription.ts';

/** Who stands behind an address that is known; companies of other countries are where data crosses a border. */
const companies: readonly [host: string, name: string][] = [
  ['openai.com', 'OpenAI (Estados Unidos)'],
  ['assemblyai.com', 'AssemblyAI (Estados Unidos)'],
  ['deepgram.com', 'Deepgram (Estados Unidos)'],
  ['anthropic.com', 'Anthropic (Estados Unidos)'],
  ['googleapis.com', 'Google (Estados Unidos)'],
  ['groq.com', 'Groq (Estados Unidos)'],
  ['openrouter.ai', 'OpenRouter (Estados Unidos), que repassa o texto ao fornecedor do modelo'],
  ['stripe.com', 'Stripe (Estados Unidos)'],
  ['amazonaws.com', 'Amazon Web Services (Estados Unidos)'],
  ['pwnedpasswords.com', 'Have I Been Pwned (Austrália)'],
];

const ownServer = 'um servidor de quem opera o serviço';

/** Names and addresses that only the operator's own machines know. */
const ownAddress = /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d|^\[(::1|f[cd])/;
const isOwn = (host: string) =>
  ownAddress.test(host) || !/[.:]/.test(host) || /\.(local|internal|lan|home)$/.test(host);

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

function whoAnswersAt(address: string): string {
  const host = new URL(address).hostname.toLowerCase();
  if (isOwn(host)) return ownServer;
  return companies.find(([domain]) => isWithin(host, domain))?.[1] ?? `o servidor ${host}`;
}

const defaultAddress = {
  openai: 'https://api.openai.com',
  assemblyai: 'https://api.assemblyai.com',
  deepgram: 'https://api.deepgram.com',
  anthropic: 'https://api.anthropic.com',
  google: 'https://generativelanguage.googleapis.com',
} as const;

type Told = Pick<Deps, 'config' | 'speech'>;
/** They stand behind a colon. */
const sentence = (text: string) => `${text}.`;

function speechVendor({ config, speech }: Told): string {
  if (isSandboxEngine(speech.name)) return 'um motor de teste, na própria máquina do serviço.';
  if (config.speech.kind !== 'cloud') return 'um motor na própria máquina do serviço, de onde o som não sai.';
  const { vendor, baseUrl } = config.speech;
  return sentence(whoAnswersAt(baseUrl ?? defaultAddress[vendor]));
}

function languageVendor({ config }: Told): string {
  const { language } = config;
  if (language === undefined) return 'ninguém, pois aqui não há resumos.';
  return sentence(whoAnswersAt(language.baseUrl ?? defaultAddress[language.protocol]));
}

function paymentVendor({ config }: Told): string {
  if (config.payments === undefined) return 'ninguém, pois aqui não há pagamentos.';
  const who = whoAnswersAt(config.payments.apiBase);
  return who === ownServer ? 'uma Stripe de teste, que nada cobra.' : sentence(who);
}

function fileVendor({ config }: Told): string {
  const { storage } = config;
  if (storage.kind === 'file') return 'o disco da própria máquina do serviço.';
  const { endpoint, region } = storage;
  return sentence(
    endpoint === undefined
      ? `${whoAnswersAt('https://s3.amazonaws.com')}, na região ${region}`
      : whoAnswersAt(endpoint),
  );
}

/** Whom an installation gives people's data, in the words of its privacy page (LGPD, art. 9, V). */
export function vendorDisclosure(told: Told) {
  const { mail, sms, google, leakedPasswordsUrl } = told.config;
  return {
    speechVendor: speechVendor(told),
    languageVendor: languageVendor(told),
    paymentVendor: paymentVendor(told),
    mailVendor: sentence(whoAnswersAt(mail.smtpUrl)),
    smsVendor:
      sms === undefined ? 'ninguém, pois aqui não há códigos por SMS.' : sentence(whoAnswersAt(sms.url)),
    googleSignIn: google === undefined ? 'aqui não há.' : 'Google (Estados Unidos), se você entrar por ele.',
    fileVendor: fileVendor(told),
    leakedPasswordsVendor: sentence(whoAnswersAt(leakedPasswordsUrl)),
  } satisfies Partial<Installation>;
}
