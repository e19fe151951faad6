import { escapeHtml } from '#domain/format/escape-html.ts';
import { firstNameOf } from '#domain/name-parts.ts';
import type { MailContent, MailSetting } from '../mail.ts';
import { mailHeader } from './header-picture.ts';

/** Removes invisible and direction-changing characters, but keeps line breaks and tabs. */
function withoutHiddenSigns(value: string): string {
  return value
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** For multi-line text that a visitor typed. */
export function sanitizeText(value: string): string {
  return withoutHiddenSigns(value).trim();
}

/** For a name within a sentence: a line break could imitate a paragraph of ours, and a long name would bury it. */
export function sanitizeName(value: string): string {
  const signs = [...withoutHiddenSigns(value).replace(/\s+/g, ' ').trim()];
  return signs.length <= 80 ? signs.join('') : `${signs.slice(0, 79).join('')}…`;
}

export const firstName = (value: string) => firstNameOf(sanitizeName(value));
export const greeting = (name: string) => ['Olá', firstName(name)].filter((part) => part !== '').join(', ');

/** The end of a mail to our own support mailbox: the team can answer the sender. */
export const answerTo = ({ name, email }: { name: string; email: string }, whom: string) => ({
  button: { label: 'Responder', link: `mailto:${email}` },
  after: `Se preferir, responda a este e-mail: a resposta vai para ${whom}.`,
  replyTo: { name, address: email },
});

const sans = "font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const serif = "font-family:Literata,Georgia,'Times New Roman',serif;";
/** Names and links without spaces must not make the page wider than the phone. */
const wrap = 'overflow-wrap:anywhere;word-break:break-word;';

const darkStyle = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  a { color: #0c7565; }
  @media (prefers-color-scheme: dark) {
    .paper { background: #0c1016 !important; }
    .sheet { background: #13171f !important; border-color: #242931 !important; }
    .ink { color: #e7e4df !important; }
    .soft { color: #aaaeb6 !important; }
    .rule { border-color: #242931 !important; }
    .word { background: #e7e4df !important; }
    .thread { background: #45cab1 !important; }
    .button { background: #45cab1 !important; color: #06120f !important; }
    a.plain { color: #45cab1 !important; }
  }
  @media (max-width: 480px) { .sheet-cell { padding: 24px 20px !important; } }`;

/**
 * Mail programs break "e-mail" after its hyphen. Another hyphen would be another word to a search. Addresses may
 * contain the word, and a long one must still break.
 */
const unbroken = (html: string) =>
  html.replaceAll(/(?<![\w.@/-])e-mail(?![\w@/-]|\.\w)/gi, '<span style="white-space:nowrap">$&</span>');

function paragraph(text: string, { last = false } = {}) {
  const colour = last ? '#4a505a' : '#151b24';
  const size = last ? 'font-size:14px;line-height:20px;' : 'font-size:16px;line-height:24px;';
  return `<p class="${last ? 'soft' : 'ink'}" style="margin:0 0 ${last ? 0 : 16}px;${sans}${size}color:${colour};${wrap}">${unbroken(escapeHtml(text))}</p>`;
}

function quotation(text: string) {
  const lines = escapeHtml(text).replaceAll('\n', '<br>');
  return `<div class="ink rule" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:2px solid #e2dfda;${serif}font-size:17px;line-height:28px;color:#151b24;${wrap}">${lines}</div>`;
}

function button({ label, link }: MailContent['button']) {
  const href = escapeHtml(link);
  return `<p style="margin:8px 0 24px"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0c7565;color:#f8fdfc;${sans}font-size:16px;line-height:24px;font-weight:600;text-decoration:none;${wrap}">${escapeHtml(label)}</a></p>`;
}

/** Plain text instead of a link, so that it can be copied. */
function plainLink(link: string) {
  return `<p class="soft" style="margin:16px 0 0;${sans}font-size:12px;line-height:18px;color:#4a505a;${wrap}">Se o botão não abrir, copie este endereço no navegador:<br>${escapeHtml(link)}</p>`;
}

export function renderHtml(content: MailContent, setting: MailSetting) {
  const { title, before, quote, button: action, showLink = false, after } = content;
  const home = escapeHtml(setting.publicUrl);
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkStyle}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fcfaf6">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fcfaf6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed">
<tr><td style="padding:8px 4px 24px">${mailHeader({ productName: setting.productName, font: sans })}</td></tr>
<tr><td class="sheet sheet-cell" style="padding:32px;background:#fffefc;border:1px solid #e2dfda;border-radius:10px">
<h1 class="ink" style="margin:0 0 16px;${sans}font-size:20px;line-height:28px;font-weight:600;color:#151b24;${wrap}">${unbroken(escapeHtml(title))}</h1>
${before.map((text) => paragraph(text)).join('\n')}
${quote === undefined ? '' : quotation(quote)}
${button(action)}
${paragraph(after, { last: true })}${showLink ? `\n${plainLink(action.link)}` : ''}
</td></tr>
<tr><td style="padding:16px 4px"><p class="soft" style="margin:0;${sans}font-size:12px;line-height:16px;color:#4a505a;${wrap}">${escapeHtml(setting.productName)} · <a class="plain" href="${home}" style="color:#0c7565">${home}</a></p></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Written to be read as text, not stripped from the HTML. */
export function renderText(
  { title, before, quote, button: action, after }: MailContent,
  setting: MailSetting,
) {
  const quoted = quote
    ?.split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const link = action.link.replace(/^mailto:/, '');
  return [
    title,
    ...before,
    quoted,
    `${action.label}:\n${link}`,
    after,
    `--\n${setting.productName}\n${setting.publicUrl}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
    .concat('\n');
}
