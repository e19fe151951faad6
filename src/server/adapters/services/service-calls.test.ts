import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openServiceCalls } from './service-calls.ts';

const mail = { service: 'mail', engine: 'smtp' } as const;
const open = () => openServiceCalls({ log: pino({ level: 'silent' }) });

test('a refusal of one call leaves a service as it was, and keeps the reason why it does not work', () => {
  const calls = open();
  calls.answered(mail);
  calls.failed(mail, 'rejected');
  expect(calls.states()).toMatchObject([{ isUp: true, downFault: undefined }]);
  calls.failed(mail, 'unreachable');
  // The server is back and refuses a mistyped address. The reason decides that it is tried again each minute.
  calls.failed(mail, 'rejected');
  calls.failed(mail, 'limited');
  expect(calls.states()).toMatchObject([
    { isUp: false, downFault: 'unreachable', failures: { rejected: 2, limited: 1, unreachable: 1 } },
  ]);
  calls.tried(mail);
  expect(calls.states()).toMatchObject([{ isUp: true }]);
});
