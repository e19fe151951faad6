import { parentPort } from 'node:worker_threads';
import type { DriftQuestion } from './drift-check.ts';
import { findDrift } from './find-drift.ts';

parentPort?.on('message', async ({ texts, language }: DriftQuestion) => {
  const languages: (string | undefined)[] = [];
  for (const text of texts) languages.push(await findDrift(text, language));
  parentPort?.postMessage(languages);
});
