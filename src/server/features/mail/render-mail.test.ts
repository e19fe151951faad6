import { expect, test } from 'vitest';
import type { Mail, MailTemplate } from './mail.ts';
import { MailSchema } from './mail.ts';
import { renderMail } from './render-mail.ts';

const setting = { productName: 'Escriba', publicUrl: 'https://escriba.example' };
const longWord = 'Pneumoultramicroscopicossilicovulcanoconiótico'.repeat(40);
const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(2)> & 'aspas'\r\nBcc: vitima@exemplo.com\u202e\u0007`;

const link = 'https://escriba.example/api/auth/verify-email?token=a.b-c&callbackURL=%2F"x';

const ofSubscription = (words: string) => ({
  name: words,
  plan: words,
  priceCents: 2_990,
  period: 'month' as const,
  until: '2026-12-05T15:00:00.000Z',
  renews: true,
});

/** One mail of each template, with the given text in every field. */
function mailsSaying(words: string): Record<MailTemplate, Mail> {
  return {
    'contact-message': {
      template: 'contact-message',
      to: 'suporte@escriba.example',
      data: { name: words, email: 'ana@exemplo.com', message: `${words}\n\nsegundo parágrafo` },
    },
    'support-message': {
      template: 'support-message',
      to: 'suporte@escriba.example',
      data: {
        name: words,
        email: 'ana@exemplo.com',
        subject: words,
        message: `${words}\n\nsegundo parágrafo`,
      },
    },
    'feedback-message': {
      template: 'feedback-message',
      to: 'suporte@escriba.example',
      data: { name: words, email: 'ana@exemplo.com', message: `${words}\n\nsegundo parágrafo` },
    },
    'confirm-email': {
      template: 'confirm-email',
      to: 'ana@exemplo.com',
      data: {
        name: words,
        link,
      },
    },
    'magic-link': { template: 'magic-link', to: 'ana@exemplo.com', data: { link } },
    'reset-password': { template: 'reset-password', to: 'ana@exemplo.com', data: { name: words, link } },
    'change-email': {
      template: 'change-email',
      to: 'ana@exemplo.com',
      data: { name: words, newEmail: 'nova@exemplo.com', link },
    },
    'confirm-new-email': {
      template: 'confirm-new-email',
      to: 'ana@exemplo.com',
      data: { name: words, link },
    },
    'proof-code': { template: 'proof-code', to: 'ana@exemplo.com', data: { name: words, code: '123456' } },
    welcome: { template: 'welcome', to: 'ana@exemplo.com', data: { name: words } },
    'security-notice': {
      template: 'security-notice',
      to: 'ana@exemplo.com',
      data: { name: words, event: 'password_changed' },
    },
    'transcription-finished': {
      template: 'transcription-finished',
      to: 'ana@exemplo.com',
      data: { name: words, title: words, transcriptionId: '00000000-0000-4000-8000-000000000000' },
    },
    'payment-failed': {
      template: 'payment-failed',
      to: 'ana@exemplo.com',
      data: { name: words, graceUntil: '2026-12-05T15:00:00.000Z' },
    },
    'subscription-began': {
      template: 'subscription-began',
      to: 'ana@exemplo.com',
      data: ofSubscription(words),
    },
    'subscription-changed': {
      template: 'subscription-changed',
      to: 'ana@exemplo.com',
      data: { ...ofSubscription(words), period: 'year' },
    },
    'subscription-resumed': {
      template: 'subscription-resumed',
      to: 'ana@exemplo.com',
      data: ofSubscription(words),
    },
    'subscription-cancelled': {
      template: 'subscription-cancelled',
      to: 'ana@exemplo.com',
      data: { name: words, plan: words, until: '2026-12-05T15:00:00.000Z' },
    },
    'subscription-ended': {
      template: 'subscription-ended',
      to: 'ana@exemplo.com',
      data: { name: words, plan: words, endedAt: '2026-12-05T15:00:00.000Z', reason: 'unpaid' },
    },
    'refund-made': {
      template: 'refund-made',
      to: 'ana@exemplo.com',
      data: { name: words, amountCents: 29_990 },
    },
    'refund-refused': {
      template: 'refund-refused',
      to: 'suporte@escriba.example',
      data: { name: words, email: 'ana@exemplo.com', amountCents: 29_990, paymentIntentId: words },
    },
    'refund-returned': {
      template: 'refund-returned',
      to: 'suporte@escriba.example',
      data: { name: words, email: 'ana@exemplo.com', amountCents: 29_990, paymentIntentId: words },
    },
    'refund-stuck': {
      template: 'refund-stuck',
      to: 'ana@exemplo.com',
      data: { name: words, amountCents: 29_990 },
    },
    'interest-message': {
      template: 'interest-message',
      to: 'suporte@escriba.example',
      data: { name: words, email: 'ana@exemplo.com' },
    },
    'account-deleted': { template: 'account-deleted', to: 'ana@exemplo.com', data: { name: words } },
  };
}
const templates = Object.keys(mailsSaying('')) as MailTemplate[];

/** The text that a user reads: without tags, and with entities decoded. */
function readable(html: string) {
  return html
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(
      /&(lt|gt|quot|amp|#39);/g,
      (_all, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
    )
    .replace(/\s+/g, ' ');
}

test.each(templates)('%s: typed text never becomes markup or a header line', (template) => {
  const { subject, html, text, replyTo } = renderMail(mailsSaying(hostile)[template], setting);
  expect(html).not.toMatch(/<script|<img|onerror=alert\(2\)>/);
  expect(html.match(/<a /g)).toHaveLength(2);
  for (const line of [subject, replyTo?.name ?? '']) expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
  for (const whole of [html, text]) expect(whole).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
  // In our own sentence, a line break could imitate a paragraph of ours; a quotation marks each line.
  expect(text).not.toMatch(/^Bcc:/m);
});

test.each(templates)('%s: the page wraps very long words, and the subject cuts them', (template) => {
  const { subject, html } = renderMail(mailsSaying(longWord)[template], setting);
  expect([...subject].length).toBeLessThan(120);
  expect(html.match(/<(p|h1|div class="ink)[^>]*style="[^"]*font-size:1[2-9]px/g)?.length).toBeGreaterThan(1);
  for (const [element] of html.matchAll(/<(?:p class|h1|div class="ink)[^>]*>/g))
    expect(element).toContain('overflow-wrap:anywhere');
});

test.each(templates)(
  '%s: both forms say the same, in Portuguese, and load nothing from elsewhere',
  (template) => {
    const mail = mailsSaying('Ana Conceição')[template];
    const { html, text } = renderMail(mail, setting);
    const page = readable(html);
    for (const line of text.split('\n')) {
      const said = line
        .replace(/^> ?|:$/g, '')
        .replace(/\s+/g, ' ')
        .trim();
      if (said === '' || said === '--' || /^https?:|@/.test(said)) continue;
      expect(page).toContain(said);
    }
    if ('name' in mail.data) expect(text).toContain('Ana');
    expect(html).toContain('lang="pt-BR"');
    expect(html).not.toMatch(/<img|<link|@import|url\(/);
    expect(html).toContain('prefers-color-scheme: dark');
  },
);

test('both forms of a confirmation contain its link unchanged', () => {
  const mail = mailsSaying('Ana')['confirm-email'];
  const { html, text } = renderMail(mail, setting);
  const link = 'https://escriba.example/api/auth/verify-email?token=a.b-c&callbackURL=%2F"x';
  expect(text).toContain(`\n${link}\n`);
  expect(html).toContain(`href="${link.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`);
});

test('support can answer the sender of a contact message, which keeps its paragraphs', () => {
  const { replyTo, text, html, subject } = renderMail(mailsSaying('Ana')['contact-message'], setting);
  expect(subject).toBe('Contato: Ana');
  expect(replyTo).toEqual({ name: 'Ana', address: 'ana@exemplo.com' });
  expect(text).toContain('> Ana\n>\n> segundo parágrafo');
  expect(html).toContain('Ana<br><br>segundo parágrafo');
});

test('the server refuses a mail with a link that is not http', () => {
  const mail = {
    template: 'confirm-email',
    to: 'ana@exemplo.com',
    data: { name: 'Ana', link: 'javascript:alert(1)' },
  };
  expect(MailSchema.safeParse(mail).success).toBe(false);
});

test('a confirmation greets by first name, and shows the address in case the button fails', () => {
  const { html, text } = renderMail(mailsSaying('Ana Beatriz Conceição')['confirm-email'], setting);
  expect(text).toMatch(/^Olá, Ana\n/);
  expect(readable(html)).toContain('verify-email?token=a.b-c&callbackURL=%2F"x');
  expect(renderMail(mailsSaying(' ')['confirm-email'], setting).text).toMatch(/^Olá\n/);
});

test.each(templates)('%s: the sender’s name is at the top', (template) => {
  const page = readable(renderMail(mailsSaying('Ana')[template], setting).html);
  expect(page.replace(/&#8203;/g, '').trim()).toMatch(/^Escriba /);
});

test.each(templates)('%s: "e-mail" stays on one line and remains the same word to a search', (template) => {
  const { html, text } = renderMail(mailsSaying('Ana')[template], setting);
  const unbroken = html.match(/<span style="white-space:nowrap">e-mail<\/span>/gi) ?? [];
  const prose = html.replace(/^[\s\S]*<body/, '').replace(/<a [\s\S]*?<\/a>/g, '');
  expect(unbroken).toHaveLength(prose.match(/e-mail/gi)?.length ?? 0);
  expect(text).not.toContain('\u2011');
});

test('an address that contains "e-mail" stays whole', () => {
  const mail = mailsSaying('Ana')['contact-message'] as Extract<Mail, { template: 'contact-message' }>;
  const { html } = renderMail({ ...mail, data: { ...mail.data, email: 'meu.e-mail@exemplo.com' } }, setting);
  expect(html).toContain('(meu.e-mail@exemplo.com)');
});

test('the title of a finished transcription has typographic quotation marks', () => {
  const { html, text } = renderMail(mailsSaying('Aula 1')['transcription-finished'], setting);
  for (const whole of [html, text]) expect(whole).toContain('A transcrição de “Aula 1” está pronta.');
});

test('the header is narrower than the narrowest phone', () => {
  const { html } = renderMail(mailsSaying('Ana')['confirm-email'], setting);
  const bars = [...html.matchAll(/class="thread" style="width:(\d)px/g)];
  const sound = bars.reduce((sum, [, width]) => sum + 2 * Number(width), 0);
  const lines = html.split('<tr>').map((row) => {
    const words = [...row.matchAll(/class="word" style="width:(\d+)px/g)];
    return words.reduce((sum, [, width]) => sum + Number(width) + 4, 0);
  });
  const nameAndGaps = 120;
  expect(bars).toHaveLength(13);
  expect(sound + Math.max(...lines) + nameAndGaps).toBeLessThan(290);
});
