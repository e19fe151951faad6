import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { findProgram } from '#server/adapters/media/run-ffmpeg.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { readableParagraphs, type TranscriptDocument } from '../transcript.ts';
import { makeDocument } from './make-document.ts';

const run = promisify(execFile);

const portuguese =
  'áàâãéêíóôõúüç ÁÀÂÃÉÊÍÓÔÕÚÜÇ ºª “aspas” ‘simples’ «outras» – — … • R$ 1.234,56 10 % ½ ² € © ® ™ 20 °C ñ';
const elsewhere = 'Łódź Škoda Győr İstanbul Ελλάδα Москва Київ Ngũgĩ Tỹ';

const transcriptOf = (changes: Partial<TranscriptDocument> = {}): TranscriptDocument => ({
  title: 'Aula de física: ação & reação',
  createdAt: '2026-11-22T01:30:00.000Z',
  durationMs: 4_350_000,
  language: 'pt-BR',
  warning: null,
  watermark: null,
  review: null,
  productName: 'Escriba',
  paragraphs: [
    { startMs: 0, speaker: 'Ana Conceição', text: portuguese },
    { startMs: 65_000, speaker: 'Bruno', text: elsewhere },
    {
      startMs: 3_700_000,
      speaker: 'Bruno',
      fileNames: ['PTT-20260131-WA0007.opus'],
      text: `Oficina, efeito e reflexão. ${'Três tigres tristes. '.repeat(80).trim()}`,
    },
  ],
  ...changes,
});

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** The words of a document in reading order, before its pages are numbered. */
function expectedWords(
  { title, paragraphs, watermark }: TranscriptDocument,
  { speakerMark }: { speakerMark: string },
) {
  let before: string | undefined;
  const said = paragraphs.flatMap(({ startMs, speaker, text, fileNames = [] }) => {
    const isNamed = speaker !== undefined && (speakerMark === ':' || speaker !== before);
    before = speaker;
    return [...fileNames, formatTimestamp(startMs), ...(isNamed ? [`${speaker}${speakerMark}`] : []), text];
  });
  return wordsOf([title, '21 de novembro de 2026 · 1 h 12 min', watermark ?? '', ...said].join(' '));
}

const isFooter = (line: string) => /^Página \d+ de \d+$/.test(line);

async function pdfWords(bytes: Uint8Array) {
  const { pages } = await readPdf(bytes);
  return wordsOf(pages.flatMap(({ lines }) => lines.filter((line) => !isFooter(line))).join(' '));
}

test('a PDF contains every word with its accents, in order, and its metadata', async () => {
  const transcript = transcriptOf();
  const bytes = await makeDocument({ format: 'pdf', transcript });
  expect(await pdfWords(bytes)).toEqual(expectedWords(transcript, { speakerMark: '' }));
  const { pages, info, isTagged, structure, outline } = await readPdf(bytes);
  expect(pages.map(({ lines }) => lines.find(isFooter))).toEqual(
    pages.map((_, at) => `Página ${at + 1} de ${pages.length}`),
  );
  expect(info).toMatchObject({ Title: transcript.title, Language: 'pt-BR', Creator: 'Escriba' });
  expect(isTagged).toBe(true);
  expect(JSON.stringify(structure)).toContain('"role":"H1"');
  expect(outline.map(({ title }) => title)).toEqual(['1:01:40']);
});

test('a PDF marks letters that no typeface has, and breaks words longer than a line', async () => {
  const address = `https://exemplo.com.br/${'caminho/'.repeat(40)}`;
  const text = `Oi 😀👩‍👩‍👧 漢字 e\u0301 fim ${address}`;
  const bytes = await makeDocument({
    format: 'pdf',
    transcript: transcriptOf({ paragraphs: [{ startMs: 0, speaker: undefined, text }] }),
  });
  const { pages } = await readPdf(bytes);
  const lines = pages.flatMap((page) => page.lines).filter((line) => !isFooter(line));
  const joined = lines.slice(2).join(' ');
  expect(joined.startsWith('0:00 Oi [?] [?] é fim ')).toBe(true);
  expect(joined.slice('0:00 Oi [?] [?] é fim '.length).replaceAll(' ', '')).toBe(address);
});

test('no page ends with a lone name, and none begins or ends with a single line of a paragraph', async () => {
  const paragraphs = Array.from({ length: 90 }, (_, at) => ({
    startMs: at * 30_000,
    speaker: at % 2 === 0 ? 'Ana' : 'Bruno',
    text: `${'palavra '.repeat(12 + ((at * 7) % 30))}fim${at}.`,
  }));
  const { pages } = await readPdf(
    await makeDocument({ format: 'pdf', transcript: transcriptOf({ paragraphs }) }),
  );
  expect(pages.length).toBeGreaterThan(5);
  for (const { lines } of pages) {
    const body = lines.filter((line) => !isFooter(line));
    expect(body.at(-1)).toMatch(/palavra|fim/);
    expect(body[0]?.startsWith('fim')).toBe(false);
  }
});

test('a DOCX contains every word, styles, language, page numbers and its metadata', async () => {
  const transcript = transcriptOf({ watermark: 'Transcrito com Escriba' });
  const files = unzipSync(await makeDocument({ format: 'docx', transcript }));
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const document = part('word/document.xml');
  const text = document
    .replaceAll('</w:p>', ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
  expect(wordsOf(text)).toEqual(expectedWords(transcript, { speakerMark: ':' }));
  expect(document).toContain('<w:pStyle w:val="Title"/>');
  expect(document).toMatch(/<w:r><w:rPr><w:b\/>(?:<w:bCs\/>)?<\/w:rPr><w:t[^>]*>Bruno: <\/w:t>/);
  expect(part('word/styles.xml')).toContain('<w:lang w:val="pt-BR"');
  const footer = Object.keys(files).find((name) => /footer\d+\.xml$/.test(name)) ?? '';
  expect(part(footer)).toMatch(/Página .*PAGE.* de .*NUMPAGES/s);
  expect(part('docProps/core.xml')).toContain('<dc:title>Aula de física: ação &amp; reação</dc:title>');
});

longTest('LibreOffice reads the same words from the DOCX', async (context) => {
  const office = await findProgram('soffice');
  if (office === undefined) return context.skip('LibreOffice is not on this machine');
  const transcript = transcriptOf();
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const file = join(folder, 'aula.docx');
  await writeFile(file, await makeDocument({ format: 'docx', transcript }));
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await run(office, [
    profile,
    '--headless',
    '--convert-to',
    'txt:Text (encoded):UTF8',
    '--outdir',
    folder,
    file,
  ]);
  const text = await readFile(join(folder, 'aula.txt'), 'utf8');
  expect(wordsOf(text.replace('\ufeff', ''))).toEqual(expectedWords(transcript, { speakerMark: ':' }));
});

test('pdftotext reads the same words from the PDF', async (context) => {
  const program = await findProgram('pdftotext');
  if (program === undefined) return context.skip('pdftotext is not on this machine');
  const transcript = transcriptOf();
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'aula.pdf');
  await writeFile(file, await makeDocument({ format: 'pdf', transcript }));
  const { stdout } = await run(program, ['-raw', '-enc', 'UTF-8', file, '-']);
  const lines = stdout.split('\n').filter((line) => !isFooter(line.trim()));
  expect(wordsOf(lines.join(' ').normalize('NFC')).sort()).toEqual(
    expectedWords(transcript, { speakerMark: '' }).sort(),
  );
});

longTest(
  'a worker thread lays out the pages of three hours, and the main thread does hardly any work',
  async () => {
    const segments = spokenSegments(
      Array.from({ length: 1_500 }, (_, at) => `frase ${at} ${'dita devagar '.repeat(9)}fim.`),
    );
    const paragraphs = readableParagraphs({ segments, speaker_names: {} });
    // Measure CPU time, because a busy machine delays everything.
    const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()];
    await Promise.all(
      (['pdf', 'docx'] as const).map((format) =>
        makeDocument({ format, transcript: transcriptOf({ paragraphs }) }),
      ),
    );
    const microseconds = ({ user, system }: NodeJS.CpuUsage) => user + system;
    const share = microseconds(process.threadCpuUsage(own)) / microseconds(process.cpuUsage(whole));
    expect(share).toBeLessThan(0.25);
  },
  60_000,
);

test('a text that cannot be laid out fails alone, and the next document succeeds', async () => {
  const broken = transcriptOf({
    paragraphs: [{ startMs: 0, speaker: undefined, text: null as unknown as string }],
  });
  const attempts = [1, 2, 3].map(() => makeDocument({ format: 'pdf', transcript: broken }));
  for (const { status } of await Promise.allSettled(attempts)) expect(status).toBe('rejected');
  const bytes = await makeDocument({ format: 'pdf', transcript: transcriptOf() });
  expect(strFromU8(bytes.subarray(0, 5))).toBe('%PDF-');
});
