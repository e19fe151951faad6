import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';

/** Cloud engines, and the variable that contains the key of each. */
const speechKeys = {
  openai: 'OPENAI_API_KEY',
  assemblyai: 'ASSEMBLYAI_API_KEY',
  deepgram: 'DEEPGRAM_API_KEY',
} as const;
export type SpeechVendor = keyof typeof speechKeys;

export type SpeechConfig =
  | Readonly<{
      kind: 'cloud';
      vendor: SpeechVendor;
      model: string;
      apiKey: string;
      baseUrl: string | undefined;
      /** The operator checks these if the engine refuses the key or does not answer. */
      keyVariable: string;
      urlVariable: string | undefined;
    }>
  | Readonly<{ kind: 'local'; model: string }>
  /** A model in a folder of the operator. */
  | Readonly<{ kind: 'folder'; folder: string }>
  | Readonly<{ kind: 'sandbox' }>
  /** The local engine if its model is present or downloadable; otherwise the sandbox, if it is allowed. */
  | Readonly<{ kind: 'unset'; model: string }>;

/** The builds of whisper.cpp, of which two use a graphics card. */
export const speechVariants = ['default', 'vulkan', 'cuda'] as const;
export type SpeechVariant = (typeof speechVariants)[number];

const defaultLocalModel = 'parakeet';

export const isFolder = (model: string) => isAbsolute(model) || model.startsWith('./');

/** provider:model, or sandbox. Only a folder's name may hold spaces. */
export const speechModel = z
  .string()
  .refine(
    (named) =>
      /^(openai|assemblyai|deepgram|local):\S+$|^sandbox$/.test(named) ||
      (named.startsWith('local:') && isFolder(named.slice('local:'.length))),
    {
      error:
        'must be openai:MODEL, assemblyai:MODEL, deepgram:MODEL, local:MODEL, local:/FOLDER, local:./FOLDER or sandbox',
    },
  );

type Given = {
  named: string | undefined;
  keys: Partial<Record<SpeechVendor, string>>;
  baseUrl: string | undefined;
};

/** Splits `provider:model` at the first colon; the model's name may hold further colons. */
export function splitProviderModel(named: string): [string, string] {
  const at = named.indexOf(':');
  return at === -1 ? [named, ''] : [named.slice(0, at), named.slice(at + 1)];
}

export function readSpeechConfig({ named, keys, baseUrl }: Given): SpeechConfig {
  if (named === undefined) return { kind: 'unset', model: defaultLocalModel };
  const [provider, model] = splitProviderModel(named);
  if (provider === 'sandbox') return { kind: 'sandbox' };
  if (provider === 'local')
    return isFolder(model) ? { kind: 'folder', folder: resolve(model) } : { kind: 'local', model };
  const vendor = provider as SpeechVendor;
  return {
    kind: 'cloud',
    vendor,
    model,
    // A self-hosted server behind OPENAI_BASE_URL often needs no key, but the SDK requires a value.
    apiKey: keys[vendor] ?? 'none',
    baseUrl: vendor === 'openai' ? baseUrl : undefined,
    keyVariable: speechKeys[vendor],
    urlVariable: vendor === 'openai' && baseUrl !== undefined ? 'OPENAI_BASE_URL' : undefined,
  };
}

/** Without a key the engine refuses every chunk, and a user would be the first to notice. */
export function speechConfigErrors({ named, keys, baseUrl }: Given): string[] {
  if (named === undefined || !speechModel.safeParse(named).success) return [];
  const [provider] = splitProviderModel(named);
  if (!(provider in speechKeys)) return [];
  const vendor = provider as SpeechVendor;
  if (keys[vendor] !== undefined || (vendor === 'openai' && baseUrl !== undefined)) return [];
  return [`${speechKeys[vendor]}: is required with SPEECH_MODEL=${provider}:…`];
}
