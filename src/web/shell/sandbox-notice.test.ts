import { expect, test } from 'vitest';
import { sandboxParts } from '#contract/installation.ts';
import { sandboxSentence } from './sandbox-notice.tsx';

test('the sentence names every simulated part', () => {
  expect(sandboxSentence(['mail', 'google', 'sms'])).toBe(
    'Ambiente de teste: e-mails, entrada com Google e mensagens SMS não saem desta máquina.',
  );
  expect(sandboxSentence(['mail'])).toBe('Ambiente de teste: e-mails não saem desta máquina.');
  expect(sandboxSentence(['google'])).toBe('Ambiente de teste: entrada com Google não sai desta máquina.');
  expect(sandboxSentence(['google', 'stripe'])).toBe(
    'Ambiente de teste: entrada com Google e pagamentos não saem desta máquina.',
  );
  expect(sandboxSentence(sandboxParts)).not.toContain('undefined');
});
