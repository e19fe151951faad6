import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';

const example = readFileSync('.env.example', 'utf8');
const withExamples = example.replaceAll(/^# ([A-Z_]+=)/gm, '$1');

test('the configuration accepts .env.example, with and without its commented lines', () => {
  expect(() => readConfig(parseEnv(example))).not.toThrow();
  expect(() => readConfig(parseEnv(withExamples))).not.toThrow();
});

const schema = readFileSync('src/server/config/environment.ts', 'utf8');
const read = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name).sort();

test('.env.example lists exactly the variables that the configuration reads', () => {
  expect(Object.keys(parseEnv(withExamples)).sort()).toEqual(read);
});

test('docs/configuration.md has one row for each variable that the configuration reads', () => {
  const page = readFileSync('docs/configuration.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z][A-Z_]+)` /gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(read);
});
