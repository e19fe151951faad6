import type { Dashboard } from '#contract/dashboard.ts';
import { calendarDay } from '#domain/format/calendar.ts';
import { dayMs, hourSeconds } from '#domain/format/durations.ts';
import { formatDuration } from '#web/format/time.ts';

/** "Boa tarde, Ana", by the clock of the device. */
export function greetingText(now: Date, firstName: string): string {
  const hour = now.getHours();
  const greeting = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde';
  return firstName === '' ? greeting : `${greeting}, ${firstName}`;
}

/** "3 h 40 min": the remaining hours, never below zero. */
export function hoursLeftText({ hoursLimit, usedHours }: Dashboard['usage']): string {
  const seconds = Math.max(0, hoursLimit - usedHours) * hourSeconds;
  if (seconds < 1) return '0 min';
  return seconds < 60 ? 'menos de 1 min' : formatDuration(seconds);
}

/** "Até 10 min por arquivo" and "restam 2 h 30 min" */
export const limitTexts = (usage: Dashboard['usage']) => [
  `Até ${usage.maxFileMinutes} min por arquivo`,
  `restam ${hoursLeftText(usage)}`,
];

/** Each tip must be true of the current product. */
export const tips = [
  'Grave perto de quem fala. Um metro a menos até o microfone ajuda mais do que qualquer ajuste depois.',
  'A busca em Minhas transcrições também procura no que foi dito: digite uma palavra e abra no momento dela.',
  'Vai transcrever um vídeo? Na maioria dos formatos, só o áudio dele é enviado, e o envio fica bem mais rápido.',
  'Clique em uma palavra da transcrição para ouvir esse momento da gravação.',
  'Pode fechar a página depois do envio: avisamos por e-mail quando a transcrição terminar.',
  'Excluiu sem querer? Toque em “Desfazer” no aviso. Ele fica na tela por 10 segundos.',
  'Dê um título ao enviar. Daqui a um mês, “Entrevista com Maria” é mais fácil de achar do que “audio_0042”.',
  'Escolha o idioma da gravação ao enviar. O texto sai melhor do que com a detecção automática.',
  'Diminua a velocidade para conferir nomes e números; aumente para revisar o resto.',
  'Você pode corrigir o texto na própria transcrição, e os arquivos baixados saem com a correção.',
  'Use SRT ou VTT para legendar: as linhas já vêm cortadas no tamanho que se lê bem na tela.',
  'A busca não liga para acentos nem maiúsculas: “reuniao” encontra “Reunião”.',
  'Em reuniões, peça que fale uma pessoa por vez. Vozes sobrepostas são o que mais confunde a transcrição.',
  'Desligue o ventilador e feche a janela antes de gravar. Ruído constante cobre as sílabas fracas.',
  'Sem arquivo à mão? Grave pelo microfone em Nova transcrição.',
  'No computador, solte vários arquivos de uma vez em qualquer página. Eles seguem em fila.',
  'Caiu a internet no meio do envio? Ele continua de onde parou.',
  'O mesmo nome aparece errado várias vezes? Busque no texto e troque em todos os lugares de uma vez.',
  'Prefira o arquivo original a um que já passou por um aplicativo de mensagens: cada compressão leva um pouco da fala.',
  'Ative a verificação em duas etapas em Conta: quem souber só a sua senha não entra.',
  'A lista pode ser ordenada pela duração: um toque no título da coluna, ou em “Ordenar” no celular.',
] as const;

/** The same tip for everyone all day, by the Brazilian calendar. */
export function dailyTip(now: Date): string {
  const [year, month, day] = calendarDay(now).split('-').map(Number) as [number, number, number];
  const dayOfYear = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / dayMs);
  return tips[dayOfYear % tips.length] ?? tips[0];
}
