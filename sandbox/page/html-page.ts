import type { FastifyReply } from 'fastify';

/** Trusted markup. Any other value is text, which `html` escapes. */
export type Html = Readonly<{ markup: string }>;

type Value = Html | string | number | undefined | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function markupOf(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}

/** Quote all attributes, because the escaping does not protect unquoted ones. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) };
}

type PageOptions = {
  title: string;
  body: Html;
  /** Loads live.js, which refreshes the element with data-live. */
  live?: boolean;
};

export function page({ title, body, live = false }: PageOptions): Html {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Ambiente de teste do Escriba</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${live ? html`<script type="module" src="/live.js"></script>` : undefined}
</head>
<body>
<header><div class="wide"><a class="home" href="/">Escriba</a><span class="badge">Ambiente de teste</span>
<span class="notice">Nada sai desta máquina.</span></div></header>
<main class="wide">${body}</main>
</body>
</html>
`;
}

type PageRules = {
  /** Additional origins for form-action, which browsers also apply to redirects after a form. */
  formTargets?: readonly string[];
};

export const pageHeaders = ({ formTargets = [] }: PageRules = {}) => ({
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

export function sendPage(reply: FastifyReply, { markup }: Html, rules?: PageRules) {
  return reply.headers(pageHeaders(rules)).type('text/html; charset=utf-8').send(markup);
}

const timeZone = 'America/Sao_Paulo';

const dates = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone });

/** Lists use this short format, because their columns are narrow. */
const shortDates = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZone,
});

const timeElement = (at: string, format: Intl.DateTimeFormat) =>
  html`<time datetime="${at}">${format.format(new Date(at))}</time>`;

export const time = (at: string) => timeElement(at, dates);
export const shortTime = (at: string) => timeElement(at, shortDates);
