import { access, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';

const text = await readFile('docs/operations.md', 'utf8');

test('the product exports every metric that an alert in operations.md uses', async () => {
  await using product = await startTestProduct();
  // The metrics of requests and of aborted requests appear only after the first of each.
  await fetch(`${product.url}/api/plans`);
  const line = connect(product.config.http.port, '127.0.0.1');
  line.on('error', () => {});
  line.write(
    'POST /api/contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    () => setTimeout(() => line.destroy(), 300),
  );
  const read = async () => (await fetch(`${product.url}/metrics`)).text();
  await expect.poll(read).toContain('status="aborted"');
  const metrics = await read();
  const named = [...text.matchAll(/`(escriba_\w+)(\{[^}]*\})?`/g)];
  expect(named.length).toBeGreaterThan(6);
  for (const [, name = '', labels = ''] of named) {
    const lines = metrics.split('\n').filter((line) => line.startsWith(name));
    expect(lines, name).not.toEqual([]);
    for (const label of labels.replace(/[{}]/g, '').split(',').filter(Boolean))
      expect(
        lines.some((line) => line.includes(label)),
        `${name} ${label}`,
      ).toBe(true);
  }
});

test('every command and variable that operations.md names exists', async () => {
  for (const [, command = ''] of text.matchAll(/(script\/[a-z][\w-]*)(?![\w./-])/g))
    await expect(access(command), command).resolves.toBeUndefined();
  const known = await readFile('.env.example', 'utf8');
  for (const [, name = ''] of text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g))
    expect(known, name).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
});
