import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { vendorDisclosure } from './vendor-disclosure.ts';

const wordsOf = (environment: NodeJS.ProcessEnv, name = environment.SPEECH_MODEL ?? 'local:parakeet') =>
  vendorDisclosure({
    config: readConfig({
      NODE_ENV: 'production',
      EMBEDDED: 'true',
      SMTP_URL: 'smtp://user:secret@smtp.correio.example:587',
      SESSION_SECRET: 's'.repeat(32),
      PUBLIC_URL: 'https://escriba.example',
      ...environment,
    }),
    speech: { name } as Parameters<typeof vendorDisclosure>[0]['speech'],
  });

test('the disclosure says what is not configured, and what stays on this machine', () => {
  expect(wordsOf({})).toEqual({
    speechVendor: 'um motor na própria máquina do serviço, de onde o som não sai.',
    languageVendor: 'ninguém, pois aqui não há resumos.',
    paymentVendor: 'ninguém, pois aqui não há pagamentos.',
    mailVendor: 'o servidor smtp.correio.example.',
    smsVendor: 'ninguém, pois aqui não há códigos por SMS.',
    googleSignIn: 'aqui não há.',
    fileVendor: 'o disco da própria máquina do serviço.',
    leakedPasswordsVendor: 'Have I Been Pwned (Austrália).',
  });
});

test('the disclosure names companies with their country', () => {
  const words = wordsOf({
    SPEECH_MODEL: 'deepgram:nova-3',
    DEEPGRAM_API_KEY: 'secret',
    SUMMARY_MODEL: 'anthropic:claude',
    ANTHROPIC_API_KEY: 'secret',
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    SMS_URL: 'https://sms.recados.example/send',
    STORAGE_URL: 's3://gravacoes?region=sa-east-1',
  });
  expect(words).toMatchObject({
    speechVendor: 'Deepgram (Estados Unidos).',
    languageVendor: 'Anthropic (Estados Unidos).',
    paymentVendor: 'Stripe (Estados Unidos).',
    smsVendor: 'o servidor sms.recados.example.',
    googleSignIn: 'Google (Estados Unidos), se você entrar por ele.',
    fileVendor: 'Amazon Web Services (Estados Unidos), na região sa-east-1.',
  });
  // The disclosure takes only the host from an address.
  expect(JSON.stringify(words)).not.toMatch(/secret|send|587/);
});

test.each([
  ['http://vllm:8000/v1', 'um servidor de quem opera o serviço.'],
  ['http://192.168.0.7:8000/v1', 'um servidor de quem opera o serviço.'],
  ['http://[::1]:8000/v1', 'um servidor de quem opera o serviço.'],
  ['http://203.0.113.5/v1', 'o servidor 203.0.113.5.'],
  ['https://api.groq.com/openai/v1', 'Groq (Estados Unidos).'],
  ['https://groq.com.example/v1', 'o servidor groq.com.example.'],
])('the disclosure describes an engine at %s as "%s"', (address, disclosed) => {
  const { speechVendor, languageVendor } = wordsOf({
    SPEECH_MODEL: 'openai:whisper-1',
    OPENAI_BASE_URL: address,
    SUMMARY_MODEL: 'compatible:modelo',
    SUMMARY_BASE_URL: address,
  });
  expect([speechVendor, languageVendor]).toEqual([disclosed, disclosed]);
});

test('the disclosure recognizes the default addresses of vendors', () => {
  const given = { OPENROUTER_API_KEY: 'secret', SUMMARY_MODEL: 'openrouter:modelo' };
  expect(wordsOf(given).languageVendor).toMatch(/^OpenRouter \(Estados Unidos\), que repassa/);
});

test.each([
  ['ollama:modelo', undefined, 'um modelo na própria máquina do serviço, de onde o texto não sai.'],
  [
    'ollama:modelo',
    'http://localhost:11434/v1',
    'um modelo na própria máquina do serviço, de onde o texto não sai.',
  ],
  ['ollama:modelo', 'http://ollama:11434', 'um servidor de quem opera o serviço.'],
  ['ollama:modelo', 'https://ollama.com', 'Ollama (Estados Unidos).'],
  // Ollama on this machine passes the texts for such a model on.
  ['ollama:gpt-oss:120b-cloud', undefined, 'Ollama (Estados Unidos).'],
  ['ollama:kimi-k2:cloud', 'http://ollama:11434', 'Ollama (Estados Unidos).'],
])('the disclosure describes %s at %s as "%s"', (SUMMARY_MODEL, SUMMARY_BASE_URL, disclosed) => {
  expect(wordsOf({ SUMMARY_MODEL, SUMMARY_BASE_URL }).languageVendor).toBe(disclosed);
});

test('the disclosure calls the sandbox a trial', () => {
  const words = wordsOf({ NODE_ENV: 'test', SMTP_URL: '' }, 'sandbox');
  expect(words.speechVendor).toBe('um motor de teste, na própria máquina do serviço.');
  expect(words.paymentVendor).toBe('uma Stripe de teste, que nada cobra.');
  expect(words.mailVendor).toBe('um servidor de quem opera o serviço.');
});
