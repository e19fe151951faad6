import { html } from './html.ts';

const timeZone = 'America/Sao_Paulo';

const dates = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone });

/** In a list, where what was sent needs the room. */
const shortDates = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZone,
});

const written = (at: string, format: Intl.DateTimeFormat) =>
  html`<time datetime="${at}">${format.format(new Date(at))}</time>`;

export const time = (at: string) => written(at, dates);
export const shortTime = (at: string) => written(at, shortDates);
