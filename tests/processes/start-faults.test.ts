import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess, temporaryPlace } from './start-process.ts';

test('wrong values stop the start, and each is named', async () => {
  await using place = await temporaryPlace();
  await using product = startProcess({
    ...place.environment,
    PORT: 'seventy',
    ROLES: 'cook',
    LOG_LEVEL: 'loud',
  });
  expect((await product.ended).code).toBe(1);
  for (const name of ['PORT', 'ROLES', 'LOG_LEVEL']) expect(product.output()).toContain(`- ${name}: `);
  expect(product.output()).not.toContain('    at ');
});

test('a taken port is said in a sentence that tells what to change', async () => {
  await using place = await temporaryPlace();
  const squatter = createServer().listen(place.port, '127.0.0.1');
  await once(squatter, 'listening');
  await using product = startProcess(place.environment);
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toContain(`Port ${place.port} is taken`);
  squatter.close();
}, 90_000);

test('a data folder that cannot be one is said in a sentence', async () => {
  await using place = await temporaryPlace();
  const file = join(place.dataDir, 'a-file');
  await writeFile(file, '');
  await using product = startProcess({ ...place.environment, DATA_DIR: join(file, 'data') });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toContain('data folder');
  expect(product.output()).not.toContain('    at ');
});
