import { formatOnce } from '#domain/format/dates.ts';
import { dayMs } from '#domain/format/durations.ts';
import { formatDuration } from '#web/format/time.ts';

const longDay = formatOnce({ dateStyle: 'long' });
const shortTime = formatOnce({ timeStyle: 'short' });
const day = (ms: number) => longDay(new Date(ms));
const clock = (ms: number) => shortTime(new Date(ms));

/** "hoje às 14:05", "ontem às 9:30", "em 21 de novembro de 2026 às 14:05" */
export function whenText(atMs: number, nowMs: number) {
  const dayText = day(atMs);
  const time = clock(atMs);
  if (dayText === day(nowMs)) return `hoje às ${time}`;
  if (dayText === day(nowMs - dayMs)) return `ontem às ${time}`;
  return `em ${dayText} às ${time}`;
}

type Kept = { seconds: number; startedAtMs: number };

/** Rounded down like the clock on the screen. */
const lengthText = (seconds: number) => formatDuration(Math.max(1, Math.floor(seconds)));

export const unsentText = ({ seconds, startedAtMs }: Kept, nowMs: number) =>
  `Encontramos uma gravação de ${lengthText(seconds)} feita ${whenText(startedAtMs, nowMs)} que não foi enviada.`;

/** Without its extension the file name is also the default title. Colons are invalid on some systems. */
export const fileNameOf = (startedAtMs: number, extension: string) =>
  `Gravação de ${day(startedAtMs)}, ${clock(startedAtMs).replace(':', 'h')}.${extension}`;

export type EndedBy = 'user' | 'limit' | 'device' | 'storage';

/** Shown when a recording has become a file in the form. */
export function endedText(by: EndedBy, seconds: number) {
  const length = lengthText(seconds);
  const here = `A gravação de ${length} está pronta para enviar.`;
  const texts = {
    user: here,
    limit: `A gravação chegou ao limite de ${length} e parou. Está pronta para enviar.`,
    device: `O microfone foi desconectado, e a gravação parou. ${here}`,
    storage: `O espaço deste navegador acabou, e a gravação parou. ${here} Envie antes de fechar esta página.`,
  } satisfies Record<EndedBy, string>;
  return texts[by];
}

export const storageLeftText = (seconds: number) =>
  `O espaço livre deste navegador dá para mais ${formatDuration(Math.max(60, seconds))} de gravação.`;

export const limitText = (maxSeconds: number) =>
  `Falta 1 minuto para o limite de ${formatDuration(maxSeconds)}.`;

export const discardText = (seconds: number) =>
  `A gravação de ${lengthText(seconds)} será apagada deste navegador. Não dá para desfazer.`;

const maxUnaskedSeconds = 10;

/** A short test is discarded at once; a longer recording needs a confirmation. */
export const needsDiscardConfirmation = (seconds: number) => seconds > maxUnaskedSeconds;
