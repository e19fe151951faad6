import { isRecord } from '#domain/is-record.ts';

/** Whether the requested mail is already on its way. The server sends one link of each kind in ten minutes. */
export const wasSentBefore = (answer: unknown) => isRecord(answer) && answer.sent_before === true;

export const sentBeforeText = 'O link que enviamos há poucos minutos ainda vale. Procure também no spam.';
