import { addressAt, type Trial } from '#server/adapters/services/try-server.ts';
import type { LanguageConfig } from '#server/config/language-model.ts';

type Place = Pick<LanguageConfig, 'protocol' | 'model' | 'apiKey' | 'baseUrl'>;

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/** Asks for the list of models, and Ollama for the model itself. */
export function trialOf({ protocol, model, apiKey, baseUrl }: Place): Trial {
  switch (protocol) {
    case 'anthropic':
      return {
        url: addressAt(baseUrl ?? 'https://api.anthropic.com/v1', '/models'),
        headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
      };
    case 'google':
      return {
        url: addressAt(baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta', '/models?pageSize=1'),
        headers: { 'x-goog-api-key': apiKey },
        // Google answers a wrong key with 400.
        wrongKeyStatuses: [400, 401],
      };
    case 'ollama':
      return {
        url: addressAt(baseUrl ?? '', '/api/show'),
        headers: { 'content-type': 'application/json', ...(apiKey === 'none' ? {} : bearer(apiKey)) },
        body: { model },
        notFoundMessage: `Ollama lacks the model; run: ollama pull ${model}`,
      };
    case 'openai':
      return {
        url: addressAt(baseUrl ?? 'https://api.openai.com/v1', '/models'),
        headers: bearer(apiKey),
      };
  }
}
