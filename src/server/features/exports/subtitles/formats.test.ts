import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { checkFfmpegInstalled } from '#server/adapters/media/run-ffmpeg.ts';
import { spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { cutSubtitles } from './cut-subtitles.ts';
import { toSrt, toVtt } from './formats.ts';
import type { Cue } from './rules.ts';

const run = promisify(execFile);

const said = [
  'Olá! Esta é a primeira aula de física, e hoje vamos falar sobre ação e reação.',
  'A água ferve a 100 °C; ninguém duvida, não é? “Ninguém”, disse ele — e saiu…',
  'Ótimo: então, às 10 h, a professora Conceição apresenta o orçamento de R$ 4.800,00.',
  'Três tigres tristes comeram três pratos de trigo, e depois foram dormir sem reclamar.',
];

const cuesOf = (segments: readonly StoredSegment[], dashes: boolean) =>
  cutSubtitles(segments, { recordingMs: segments.at(-1)?.end_ms ?? 0, dashes });
const shown = (cues: readonly Cue[]) =>
  cues.map(({ startMs, endMs, lines }) => ({ startMs, endMs, text: lines.join('\n') }));

/** ffmpeg reads the file and writes its cues as SRT. */
async function readByFfmpeg(content: string, ending: 'srt' | 'vtt') {
  await checkFfmpegInstalled();
  await using folder = await temporaryFolder();
  const file = join(folder.path, `legenda.${ending}`);
  await writeFile(file, content);
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-c:s', 'srt', '-f', 'srt', '-']);
  const msOf = (clock = '') => {
    const [hours = 0, minutes = 0, seconds = 0, ms = 0] = clock.split(/[:,]/).map(Number);
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms;
  };
  return stdout
    .replaceAll('\r', '')
    .trim()
    .split('\n\n')
    .map((block) => {
      const [, times = '', ...lines] = block.split('\n');
      const [start, end] = times.split(' --> ');
      return { startMs: msOf(start), endMs: msOf(end), text: lines.join('\n') };
    });
}

test('ffmpeg reads the same cues from the SRT', async () => {
  const cues = cuesOf(spokenSegments(said), true);
  expect(cues.length).toBeGreaterThan(4);
  expect(await readByFfmpeg(toSrt(cues), 'srt')).toEqual(shown(cues));
});

test('ffmpeg reads the same cues from the WebVTT, including markup characters', async () => {
  const segments = spokenSegments([...said, 'se a < b e b > c && d, então use <b>isto</b> --> aqui']);
  const cues = cuesOf(segments, false);
  expect(await readByFfmpeg(toVtt(cues, { nameOf: String, notes: ['a --> b'] }), 'vtt')).toEqual(shown(cues));
});

test('an SRT is numbered from 1, has Windows line ends and no byte order mark', () => {
  const srt = toSrt(cuesOf(spokenSegments(['Olá.', 'Fim de tudo.']), true));
  expect(srt).toMatch(/^1\r\n00:00:00,000 --> 00:00:0\d,\d{3}\r\nOlá\. Fim de tudo\.\r\n\r\n$/);
});

test('an SRT shows text that looks like markup or a cue as text', async () => {
  const text = 'use <b>negrito</b> e {\\an8} aqui';
  const segments = spokenSegments([text, '00:00:01,000 --> 00:00:02,000 fim, a < b']);
  const cues = cuesOf(segments, true);
  const read = await readByFfmpeg(toSrt(cues), 'srt');
  expect(read.map(({ startMs }) => startMs)).toEqual(cues.map(({ startMs }) => startMs));
  expect(read.map((cue) => cue.text.replaceAll('\n', ' ')).join(' ')).toBe(
    'use ‹b>negrito‹/b> e {/an8} aqui 00:00:01,000 → 00:00:02,000 fim, a < b',
  );
});

test('SRT marks a voice with a dash, and WebVTT with a name', () => {
  const segments = spokenSegments(['Bom dia, turma.', 'Bom dia, professora!']).map((segment, at) => ({
    ...segment,
    speaker: at === 0 ? 'A' : 'B',
  }));
  expect(toSrt(cuesOf(segments, true))).toMatch(/- Bom dia, turma\.[\s\S]*- Bom dia, professora!/);
  const vtt = toVtt(cuesOf(segments, false), { nameOf: (name) => `${name} <&>\n-->`, notes: [null] });
  expect(vtt).toContain('<v A &lt;&amp;&gt; --&gt;>Bom dia, turma.');
  expect(vtt).not.toContain('NOTE');
});

test('a single voice has no dash', () => {
  expect(toSrt(cuesOf(spokenSegments(['Bom dia.'], { speaker: 'A' }), true))).toContain('\r\nBom dia.\r\n');
});

test('a cue ends with its sentence or clause, and no word hangs in the wrong place', () => {
  const lines = cuesOf(spokenSegments(said), true).map((cue) => cue.lines);
  expect(lines).toMatchInlineSnapshot(`
    [
      [
        "Olá! Esta é a primeira aula de física,",
        "e hoje vamos falar sobre ação e reação.",
      ],
      [
        "A água ferve a 100 °C;",
        "ninguém duvida, não é?",
      ],
      [
        "“Ninguém”, disse ele — e saiu…",
      ],
      [
        "Ótimo: então, às 10 h,",
      ],
      [
        "a professora Conceição apresenta",
        "o orçamento de R$ 4.800,00.",
      ],
      [
        "Três tigres tristes comeram",
        "três pratos de trigo,",
      ],
      [
        "e depois foram dormir sem reclamar.",
      ],
    ]
  `);
});
