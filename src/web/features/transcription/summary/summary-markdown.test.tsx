import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Moments } from './moments.tsx';
import { SummaryMarkdown } from './summary-markdown.tsx';

const shown = (text: string, hasSound = true) =>
  renderToStaticMarkup(
    <Moments value={{ hasSound, open() {}, point() {} }}>
      <SummaryMarkdown text={text} />
    </Moments>,
  );

test('the renderer drops HTML tags, event handlers and scripts', () => {
  const html = shown(
    '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\nAntes <b onclick="x()">meio</b> depois\n\n<iframe src="https://mal.com"></iframe>',
  );
  expect(html).not.toMatch(/<(script|img|iframe|b)\b|onerror|onclick|alert\(1\)<\/script/);
  expect(html).toContain('depois');
});

test('the renderer never fetches an image', () => {
  const html = shown(
    'Veja ![gráfico](https://mal.com/p.png?quem=ana) e ![outro][a]\n\n[a]: https://mal.com/q.png',
  );
  expect(html).not.toContain('mal.com');
  expect(html).toContain('Veja');
});

test('an external link opens in a new tab without opener or referrer, and shows its host', () => {
  const html = shown('[leia aqui](https://exemplo.com/a) e <https://exemplo.org>');
  expect(html).toMatch(
    /<a href="https:\/\/exemplo\.com\/a" target="_blank" rel="noopener noreferrer nofollow"/,
  );
  expect(html).toContain('(exemplo.com)');
  expect(html).not.toContain('(exemplo.org)');
});

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  '/api/auth/sign-out',
  '//mal.com/x',
  '#conteudo',
])('the renderer shows a link to %s as plain text', (address) => {
  const html = shown(`[aperte](${address})`);
  expect(html).not.toContain('<a');
  expect(html).toContain('aperte');
});

test('a cited moment is a button that plays, or only shows the passage without audio', () => {
  expect(shown('Decidido [0:42](#t=42.3)')).toMatch(
    /<button type="button"[^>]*aria-label="Ouvir a partir de 0:42"[^>]*data-moment="42300"/,
  );
  expect(shown('Decidido [0:42](#t=42.3)', false)).toMatch(
    /<button type="button"[^>]*aria-label="Ver o trecho de 0:42"[^>]*data-moment="42300"/,
  );
});

const withoutButtons = (html: string) => html.replaceAll(/<button.*?<\/button>/g, '(moment)');

test.each([
  [
    'A frota [0:24](#t=24) cresceu [0:31](#t=31) [0:40](#t=40) muito.',
    '<span class="summary-sentence">A frota (moment)</span><span class="summary-sentence"> cresceu (moment) (moment)</span> muito.',
  ],
  [
    '**Um.** [0:24](#t=24) Dois. [sem trecho que comprove](#sem-trecho) Três. [0:31](#t=31)',
    '<span class="summary-sentence"><strong>Um.</strong> (moment)</span> Dois. <span class="summary-unproved">sem trecho que comprove</span><span class="summary-sentence"> Três. (moment)</span>',
  ],
  ['- Um [0:24](#t=24)\n  - Dois [0:31](#t=31)', '<span class="summary-sentence">Dois (moment)</span></li>'],
  ['Sem momento nenhum.', '<p>Sem momento nenhum.</p>'],
])('the page can find the moments of each sentence in "%s"', (text, html) => {
  expect(withoutButtons(shown(text))).toContain(html);
});

test('a sentence without proof says so, with or without audio', () => {
  for (const hasSound of [true, false])
    expect(shown('A multa será paga. [sem trecho que comprove](#sem-trecho)', hasSound)).toContain(
      'A multa será paga. <span class="summary-unproved">sem trecho que comprove</span>',
    );
});

test('summary headings start below the page’s headings and skip no level', () => {
  expect(shown('# Um\n\n### Dois\n\n# Três').match(/<h\d/g)).toEqual(['<h4', '<h5', '<h4']);
  expect(shown('### Um\n\n#### Dois\n\n##### Três\n\n###### Quatro').match(/<h\d/g)).toEqual([
    '<h4',
    '<h5',
    '<h6',
    '<h6',
  ]);
});

test('a table scrolls inside its own box, and a task announces its state', () => {
  const html = shown('| Quem | O quê |\n| --- | --: |\n| Ana | relatório |\n\n- [x] feito\n- [ ] por fazer');
  expect(html).toMatch(/<section class="summary-table" aria-label="Tabela" tabindex="0"><table>/i);
  expect(html).toContain('aria-label="Feito:"');
  expect(html).toContain('aria-label="A fazer:"');
  expect(html).not.toContain('<input');
});

test('footnotes are in Portuguese and contain no links', () => {
  const html = shown('Texto[^1].\n\n[^1]: A nota.');
  expect(html).toContain('Notas');
  expect(html).not.toMatch(/Footnote|href=/);
});
