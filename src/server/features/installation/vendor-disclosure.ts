import type { Installation } from '#contract/installation.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import { isOwnHost, isThisMachine } from '#server/config/own-host.ts';
import type { Deps } from '#server/deps.ts';

const companyOfOllama = 'Ollama (Estados Unidos)';
const cloudModel = /[:-]cloud$/;

/** The companies behind known addresses. With a foreign company, data crosses a border. */
const companies: readonly [host: string, name: string][] = [
  ['openai.com', 'OpenAI (Estados Unidos)'],
  ['assemblyai.com', 'AssemblyAI (Estados Unidos)'],
  ['deepgram.com', 'Deepgram (Estados Unidos)'],
  ['anthropic.com', 'Anthropic (Estados Unidos)'],
  ['googleapis.com', 'Google (Estados Unidos)'],
  ['groq.com', 'Groq (Estados Unidos)'],
  ['openrouter.ai', 'OpenRouter (Estados Unidos), que repassa o texto ao fornecedor do modelo'],
  ['ollama.com', companyOfOllama],
  ['stripe.com', 'Stripe (Estados Unidos)'],
  ['amazonaws.com', 'Amazon Web Services (Estados Unidos)'],
  ['pwnedpasswords.com', 'Have I Been Pwned (Austrália)'],
];

const ownServer = 'um servidor de quem opera o serviço';

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

function vendorAt(address: string): string {
  const host = new URL(address).hostname.toLowerCase();
  if (isOwnHost(host)) return ownServer;
  return companies.find(([domain]) => isWithin(host, domain))?.[1] ?? `o servidor ${host}`;
}

const defaultAddress = {
  openai: 'https://api.openai.com',
  assemblyai: 'https://api.assemblyai.com',
  deepgram: 'https://api.deepgram.com',
  anthropic: 'https://api.anthropic.com',
  google: 'https://generativelanguage.googleapis.com',
} as const;

type DisclosureDeps = Pick<Deps, 'config' | 'speech'>;
/** The words follow a colon. */
const sentence = (text: string) => `${text}.`;

function speechVendor({ config, speech }: DisclosureDeps): string {
  if (isSandboxEngine(speech.name)) return 'um motor de teste, na própria máquina do serviço.';
  if (config.speech.kind !== 'cloud') return 'um motor na própria máquina do serviço, de onde o som não sai.';
  const { vendor, baseUrl } = config.speech;
  return sentence(vendorAt(baseUrl ?? defaultAddress[vendor]));
}

function languageVendor({ config }: DisclosureDeps): string {
  const { language } = config;
  if (language === undefined) return 'ninguém, pois aqui não há resumos.';
  const { protocol, model, baseUrl } = language;
  if (protocol !== 'ollama') return sentence(vendorAt(baseUrl ?? defaultAddress[protocol]));
  // Ollama forwards the calls of these models to its company, so the address would mislead.
  if (cloudModel.test(model)) return sentence(companyOfOllama);
  if (baseUrl === undefined || isThisMachine(new URL(baseUrl).hostname))
    return 'um modelo na própria máquina do serviço, de onde o texto não sai.';
  return sentence(vendorAt(baseUrl));
}

function paymentVendor({ config }: DisclosureDeps): string {
  if (config.payments === undefined) return 'ninguém, pois aqui não há pagamentos.';
  const vendor = vendorAt(config.payments.apiBase);
  return vendor === ownServer ? 'uma Stripe de teste, que nada cobra.' : sentence(vendor);
}

function fileVendor({ config }: DisclosureDeps): string {
  const { storage } = config;
  if (storage.kind === 'file') return 'o disco da própria máquina do serviço.';
  const { endpoint, region } = storage;
  return sentence(
    endpoint === undefined
      ? `${vendorAt('https://s3.amazonaws.com')}, na região ${region}`
      : vendorAt(endpoint),
  );
}

/** The recipients of personal data, in the words of the privacy page (LGPD, art. 9, V). */
export function vendorDisclosure(deps: DisclosureDeps) {
  const { mail, sms, google, leakedPasswordsUrl } = deps.config;
  return {
    speechVendor: speechVendor(deps),
    languageVendor: languageVendor(deps),
    paymentVendor: paymentVendor(deps),
    mailVendor: sentence(vendorAt(mail.smtpUrl)),
    smsVendor: sms === undefined ? 'ninguém, pois aqui não há códigos por SMS.' : sentence(vendorAt(sms.url)),
    googleSignIn: google === undefined ? 'aqui não há.' : 'Google (Estados Unidos), se você entrar por ele.',
    fileVendor: fileVendor(deps),
    leakedPasswordsVendor: sentence(vendorAt(leakedPasswordsUrl)),
  } satisfies Partial<Installation>;
}
