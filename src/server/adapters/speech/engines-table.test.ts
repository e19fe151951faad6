import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openVendor } from './cloud/vendors.ts';
import type { EngineLimits } from './engine.ts';
import { localModels, transducerLimits } from './local/models.ts';

/** The table of docs/engines.md against the code, because an operator chooses an engine by it. */

const [head = [], , ...rows] =
  readFileSync('docs/engines.md', 'utf8')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ) ?? [];

/** The cells that follow from the code. */
const inTable = rows.map((row) => {
  const cellOf = (title: string) => row[head.indexOf(title)] ?? '';
  return {
    setting: cellOf('Setting'),
    languages: /^\d+/.exec(cellOf('Languages'))?.[0] ?? cellOf('Languages'),
    chunk: cellOf('Limits'),
    memory: cellOf('Memory'),
  };
});

const seconds = (ms: number) => `${ms / 1_000} s`;

function chunkText({ targetMs, maxMs, parallel, maxBytes }: EngineLimits) {
  const longest = maxMs === targetMs ? '' : ` (at most ${seconds(maxMs)})`;
  const size = maxBytes === undefined ? '' : `, ${maxBytes / 1_048_576} MB`;
  return `${seconds(targetMs)}${longest}, ${parallel} at a time${size}`;
}

const remote = [
  ['openai', 'whisper-1', '`openai:whisper-1`, or your server'],
  ['openai', 'gpt-4o-transcribe', '`openai:gpt-…-transcribe`'],
  ['assemblyai', 'best', '`assemblyai:MODEL`'],
  ['deepgram', 'nova-3', '`deepgram:MODEL`'],
] as const;

test('the table of engines has each engine with its languages, chunks and memory', () => {
  const local = localModels.map(({ name, languages, limits, memoryBytes }, at) => ({
    setting: `\`local:${name}\`${at === 0 ? ' (the default)' : ''}`,
    languages: String(languages.length),
    chunk: chunkText(limits),
    memory: `${(memoryBytes / 1_000_000_000).toPrecision(2)} GB`,
  }));
  const folder = {
    setting: '`local:/FOLDER`, `local:./FOLDER`',
    languages: 'those of the model',
    chunk: chunkText(transducerLimits),
    memory: 'that of the model',
  };
  const cloud = remote.map(([vendor, model, setting]) => {
    const { languages, limits } = openVendor[vendor]({ vendor, model, apiKey: 'none' });
    return { setting, languages: String(languages.length), chunk: chunkText(limits), memory: 'the chunks' };
  });
  expect(inTable).toEqual([...local, folder, ...cloud]);
});

test('the table has every vendor, and no cell is empty', () => {
  expect(new Set<string>(remote.map(([vendor]) => vendor))).toEqual(new Set(Object.keys(openVendor)));
  for (const row of rows) {
    expect(row).toHaveLength(head.length);
    expect(row).not.toContain('');
  }
});
