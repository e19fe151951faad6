import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import type { WhisperCalls } from '#tests/speech/call-whisper.ts';
import { spoken, tinyWhisper } from '#tests/speech/tiny-whisper.ts';
import { changedDefaults, type Fields, isField, whisperLayout } from './whisper-layout.ts';

const program = fileURLToPath(new URL('../../../../../tests/speech/call-whisper.ts', import.meta.url));

let calls: WhisperCalls;
beforeAll(async () => {
  await using folder = await temporaryFolder();
  const [model, looping] = [join(folder.path, 'model.bin'), join(folder.path, 'looping.bin')];
  await writeFile(model, tinyWhisper());
  await writeFile(looping, tinyWhisper({ loops: true }));
  const { stdout } = await promisify(execFile)(process.execPath, [program, model, looping]);
  calls = JSON.parse(stdout) as WhisperCalls;
});

test('the library answers as its binding does, and adds the probability of each piece', () => {
  const withoutProbability = calls.answers.map((answer) => ({
    ...answer,
    segments: answer.segments.map(({ probability, ...segment }) => segment),
  }));
  expect(withoutProbability).toEqual(calls.byBinding);
  expect(calls.answers.map(({ result }) => result.includes('coração'))).toEqual([true, true, true, true]);
  const pieces = calls.answers.flatMap(({ segments }) => segments.filter(({ text }) => text !== ''));
  expect(pieces.length).toBeGreaterThan(20);
  for (const { probability } of pieces) {
    expect(probability).toBeGreaterThan(0.8);
    expect(probability).toBeLessThanOrEqual(1);
  }
  const unsure = pieces.filter(({ probability = 1 }) => probability < 0.95).map(({ text }) => text);
  expect(new Set(unsure)).toContain(' São');
  expect(unsure).not.toContain(' de');
});

test('a library with other structures is not called: the binding answers without confidence', () => {
  const [moved, other] = calls.unknown.faults;
  expect(moved).toMatch(
    /^the words of Whisper get no confidence: other defaults than known: strategy, n_max_text_ctx, duration_ms$/,
  );
  expect(other).toBe(
    `the words of Whisper get no confidence: this is version ${whisperLayout.version}, and 1.0.0 is known`,
  );
  const words = spoken.words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs }));
  expect(calls.unknown.speech).toEqual({
    language: 'pt',
    segments: [{ startMs: 0, endMs: 3_000, text: spoken.text, words }],
  });
});

test('a running call lets the process work and ends when it is stopped', () => {
  expect(calls.stopped).not.toHaveProperty('speech');
  expect(calls.stopped.turns).toBeGreaterThan(3);
  expect(calls.stopped.tookMs).toBeLessThan(1_000);
});

/** The fields of a structure in C, in their order. Nested structures without a name hold their fields in place. */
function fieldsInHeader(header: string, name: string): string[] {
  const begin = header.indexOf(`struct ${name} {`);
  const text = header
    .slice(begin, header.indexOf('\n    }', begin))
    .replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/struct \{([^}]*)\} (\w+);/g, '$1');
  return [...text.matchAll(/([^;{]+?)(\**)\s*(\w+)\s*;/g)].map(
    ([, type = '', stars = '', field]) => `${cType(type.trim(), stars, header)} ${field}`,
  );
}

function cType(type: string, stars: string, header: string) {
  if (stars !== '' || type.endsWith('_callback')) return 'void *';
  if (type.startsWith('enum ')) return 'int';
  return header.includes(`struct ${type.replace('struct ', '')} {`) ? 'struct' : type;
}

const fieldsInLayout = (fields: Fields, nested: readonly string[]): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (isField(field)) return [`${field[0]} ${name}`];
    return nested.includes(name) ? [`struct ${name}`] : fieldsInLayout(field, nested);
  });

test('the layout has the fields of the header that the package brings along', async () => {
  const header = await readFile('node_modules/@fugood/whisper.node/whisper.cpp/include/whisper.h', 'utf8');
  const nested = ['dtw_aheads', 'vad_params'];
  const { context, full } = whisperLayout;
  expect(fieldsInLayout(context, nested)).toEqual(fieldsInHeader(header, 'whisper_context_params'));
  expect(fieldsInLayout(full, nested)).toEqual(fieldsInHeader(header, 'whisper_full_params'));
  expect(fieldsInLayout(full.vad_params as Fields, [])).toEqual(fieldsInHeader(header, 'whisper_vad_params'));
  expect(fieldsInLayout(context.dtw_aheads as Fields, [])).toEqual(fieldsInHeader(header, 'whisper_aheads'));
});

test('a default that differs is named with its structure', () => {
  const fields: Fields = {
    few: ['float', 0.1],
    any: ['int'],
    nested: { first: ['int', 5], last: ['bool', true] },
  };
  const few = Math.fround(0.1);
  expect(changedDefaults(fields, { few, any: 7, nested: { first: 5, last: true } })).toEqual([]);
  expect(changedDefaults(fields, { few: 0.2, any: 7, nested: { first: 5, last: false } })).toEqual([
    'few',
    'nested.last',
  ]);
});
