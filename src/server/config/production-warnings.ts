import type { Config } from './config.ts';

const onThisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** What a production may do, and whoever runs it should know. */
export function productionWarnings({ production, http, payments, operator }: Config): string[] {
  if (!production) return [];
  const warnings: string[] = [];
  const { protocol, hostname } = new URL(http.publicUrl);
  if (protocol === 'http:' && !onThisMachine.includes(hostname))
    warnings.push(
      'PUBLIC_URL is not https: passwords, sessions and recordings can be read on their way, and browsers refuse the microphone',
    );
  if (payments !== undefined && !Object.values(operator).every(Boolean))
    warnings.push(
      'payments are tried with a test key, and the pages do not say by whom: a live key wants LEGAL_NAME, LEGAL_ID, LEGAL_ADDRESS and PRIVACY_CONTACT',
    );
  return warnings;
}
