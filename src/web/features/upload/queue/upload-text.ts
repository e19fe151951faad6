import { formatFileSize } from '#domain/format/file-size.ts';
import { leftText } from '#web/features/library/running-texts.ts';
import {
  isInTray,
  isUploadRunning,
  secondsLeft,
  totalUploadShare,
  type UploadItem,
  type UploadStage,
  uploadShare,
} from './upload-item.ts';

const percentText = (share: number) => `${Math.floor(share * 100)}%`;

const bytesLeftText = ({ sentBytes, sendBytes, bytesPerSecond }: UploadItem) => {
  const seconds = secondsLeft(sendBytes - sentBytes, bytesPerSecond);
  return seconds === undefined || sentBytes === sendBytes ? undefined : leftText(seconds);
};

/** All bytes are sent, but the owner may still undo the upload. */
const isSent = ({ sentBytes, sendBytes }: UploadItem) => sendBytes > 0 && sentBytes >= sendBytes;

function movingText(item: UploadItem) {
  const { sentBytes, sendBytes, bytesPerSecond } = item;
  if (isSent(item)) return 'Enviado. A transcrição começa em seguida.';
  return [
    `Enviando ${percentText(uploadShare(item))}`,
    `${formatFileSize(sentBytes)} de ${formatFileSize(sendBytes)}`,
    bytesPerSecond === undefined ? undefined : `${formatFileSize(bytesPerSecond)}/s`,
    bytesLeftText(item),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** The state of an upload in one line. */
export function stateText(item: UploadItem): string {
  switch (item.stage) {
    case 'waiting':
      return 'Na fila: começa em seguida.';
    case 'preparing':
      return `Separando o áudio do vídeo: ${percentText(item.prepared)}`;
    case 'sending':
      return movingText(item);
    case 'away':
      return item.awayText ?? '';
    case 'paused':
      return `Em pausa: ${percentText(uploadShare(item))} · ${formatFileSize(item.sentBytes)} de ${formatFileSize(item.sendBytes)}`;
    case 'finishing':
      return 'Enviado. Conferindo o arquivo...';
    case 'done':
      return 'Enviado. A transcrição começou.';
    case 'failed':
    case 'refused':
      return item.fault?.text ?? '';
    case 'file_wanted': {
      const share = uploadShare(item);
      const where =
        share === 0 || item.isSoundOnly ? 'enviar' : `continuar de onde parou (${percentText(share)})`;
      return item.parts === undefined
        ? `Escolha de novo o arquivo “${item.name}” para ${where}.`
        : `Escolha de novo, juntos, os ${item.parts.length} arquivos para ${where}.`;
    }
  }
}

export const otherFileText = ({ name, parts }: Pick<UploadItem, 'name' | 'parts'>) =>
  parts === undefined
    ? `Este não é o mesmo arquivo. Escolha “${name}”, como estava quando o envio começou.`
    : `Estes não são os mesmos arquivos. Escolha todos os ${parts.length} juntos, como estavam quando o envio começou.`;

/** Screen readers announce each change, so these texts contain no progress numbers. */
export const stageWords = {
  waiting: 'na fila',
  preparing: 'separando o áudio',
  sending: 'enviando',
  away: 'sem conexão',
  paused: 'em pausa',
  finishing: 'conferindo',
  done: 'enviado',
  failed: 'não enviado',
  refused: 'recusado',
  file_wanted: 'espera pelo arquivo',
} satisfies Record<UploadStage, string>;

/** "enviando 43%": as in the rows of running transcriptions. */
export function shortStateText(item: UploadItem): string {
  const words = stageWords[item.stage];
  if (item.stage === 'sending' && isSent(item)) return stageWords.done;
  if (item.stage === 'preparing') return `${words} ${percentText(item.prepared)}`;
  return item.stage === 'sending' || item.stage === 'paused'
    ? `${words} ${percentText(uploadShare(item))}`
    : words;
}

/** "18 MB de 29 MB", or the size of a file that waits. */
export const sizeText = ({ sentBytes, sendBytes }: Pick<UploadItem, 'sentBytes' | 'sendBytes'>) =>
  sentBytes === 0
    ? formatFileSize(sendBytes)
    : `${formatFileSize(sentBytes)} de ${formatFileSize(sendBytes)}`;

/** "falta 1 min" while bytes travel. */
export const uploadLeftText = (item: UploadItem): string | undefined =>
  item.stage === 'sending' ? bytesLeftText(item) : undefined;

/** "Enviando só o áudio: 18 MB em vez de 2,1 GB". */
export function soundOnlyText({ stage, sendBytes, bytes }: UploadItem) {
  const verb = stage === 'done' || stage === 'finishing' ? 'Enviamos' : 'Enviando';
  return `${verb} só o áudio: ${formatFileSize(sendBytes)} em vez de ${formatFileSize(bytes)}`;
}

export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;

/** All uploads in one line for the tray; undefined if there is nothing to show. */
export function summaryText(all: readonly UploadItem[]): string | undefined {
  const items = all.filter(isInTray);
  const running = items.filter(isUploadRunning);
  const paused = items.filter(({ stage }) => stage === 'paused');
  const stuck = items.filter(({ stage }) => stage === 'failed' || stage === 'file_wanted');
  if (running.length === 0 && paused.length === 0)
    return stuck.length === 0
      ? undefined
      : counted(stuck.length, 'envio precisa de você', 'envios precisam de você');
  const moving = running.length > 0 ? running : paused;
  const isAway = running.length > 0 && running.every(({ stage }) => stage === 'away');
  const files = counted(moving.length, 'arquivo', 'arquivos');
  const percent = percentText(totalUploadShare(moving));
  const what = isAway
    ? `Esperando para enviar ${files} · ${percent}`
    : running.length > 0 && running.every((item) => item.stage === 'sending' && isSent(item))
      ? counted(running.length, 'arquivo enviado', 'arquivos enviados')
      : running.length === 0
        ? `${counted(paused.length, 'envio em pausa', 'envios em pausa')} · ${percent}`
        : running.length === 1
          ? `Enviando ${percent}`
          : `Enviando ${files} · ${percent}`;
  return stuck.length > 0 ? `${what} · ${stuck.length} com erro` : what;
}

const maxNameLength = 40;
const maxNamedFiles = 3;
const inWords = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const quoted = (name: string) =>
  `“${name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).trimEnd()}…` : name}”`;

/** "“a.mp3”, “b.mp3” e mais 2". */
function namesText(names: readonly string[]): string {
  const named = names.slice(0, names.length > maxNamedFiles ? maxNamedFiles - 1 : maxNamedFiles).map(quoted);
  const rest = names.length - named.length;
  return inWords.format(rest === 0 ? named : [...named, `mais ${rest}`]);
}

const firstSentence = (text: string) => /^.+?\.(?= |$)/.exec(text)?.[0] ?? text;

export type RefusedFile = { name: string; reason: string | undefined };

/** The files that were not sent, with their reason if it is one for all. Undefined without such files. */
export function refusedText(refused: readonly RefusedFile[]): string | undefined {
  if (refused.length === 0) return undefined;
  const names = namesText(refused.map(({ name }) => name));
  const refusal = `${names} não ${refused.length === 1 ? 'foi aceito' : 'foram aceitos'}.`;
  const [reason, ...others] = new Set(refused.map((each) => each.reason));
  return reason === undefined || others.length > 0 ? refusal : `${refusal} ${firstSentence(reason)}`;
}

export const repeatedText = (names: readonly string[]) =>
  `${namesText(names)} já ${names.length === 1 ? 'está sendo enviado' : 'estão sendo enviados'}.`;

export const checkingText = (count: number) =>
  count === 1 ? 'Conferindo o arquivo...' : `Conferindo ${count} arquivos...`;

/** A screen reader hears this once at the beginning of an upload. */
export const undoableText = (names: readonly string[], isApple: boolean) =>
  `Enviando ${namesText(names)}. Para desfazer, pressione ${isApple ? 'Command' : 'Ctrl'}+Z.`;

export const undoneText = (count: number) =>
  count < 2 ? 'Envio desfeito.' : `${count.toLocaleString('pt-BR')} envios desfeitos.`;

/** The files are not sent any more, but the server has not deleted the bytes that it received. */
export function keptCopyText(count: number, isOnline: boolean) {
  const stopped = count < 2 ? 'O envio parou.' : `${count.toLocaleString('pt-BR')} envios pararam.`;
  return isOnline
    ? `${stopped} O servidor ainda não apagou a cópia: tentamos de novo na sua próxima visita.`
    : `${stopped} A cópia no servidor será apagada quando a conexão voltar.`;
}
