import type { RefusedError } from '../api/client.ts';

const minuteS = 60;

/** "In how long", where the refusal says it: a number is easier to wait for than "a while". */
export function retryAfterText({ retryAfterSeconds }: Pick<RefusedError, 'retryAfterSeconds'>) {
  if (retryAfterSeconds === undefined) return undefined;
  if (retryAfterSeconds < minuteS) return 'Tente de novo em menos de 1 minuto.';
  const minutes = Math.ceil(retryAfterSeconds / minuteS);
  return `Tente de novo em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`;
}
