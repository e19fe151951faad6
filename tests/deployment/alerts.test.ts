import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';

type Rule = { alert: string; expr: string; annotations: Record<string, string> };
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

const { groups }: { groups: { rules: Rule[] }[] } = parse(await readFile('deploy/alerts.yaml', 'utf8'));
const rules = groups.flatMap((group) => group.rules);
const dashboard: Dashboard = JSON.parse(await readFile('deploy/grafana-dashboard.json', 'utf8'));

/** Of the Debian package prometheus, which the project does not need otherwise. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test.skipIf(!hasPromtool)('promtool accepts the alert rules, and their tests pass', () => {
  expect(promtool('check', 'rules', 'deploy/alerts.yaml')).toMatchObject({ status: 0 });
  expect(promtool('test', 'rules', 'deploy/alerts.test.yaml')).toMatchObject({
    status: 0,
    output: expect.stringContaining('SUCCESS'),
  });
});

test('the product exports every metric and label that the alert rules and the dashboard use', async () => {
  await using product = await startTestProduct({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const read = async () => (await fetch(`${product.url}/metrics`)).text();
  // The metrics of services and of requests appear with the first call.
  await expect.poll(read).toContain('escriba_service_up{service="mail"');
  await expect.poll(read).toContain('escriba_http_request_duration_seconds_count{');
  const lines = (await read()).split('\n');
  const named = [
    ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ];
  let count = 0;
  for (const { where, expr } of named)
    for (const [, name = '', labels = ''] of expr.matchAll(/\b(escriba_\w+)(?:\{([^}]*)\})?/g)) {
      count += 1;
      const found = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      expect(found, `${where}: ${name}`).not.toEqual([]);
      for (const [, label = ''] of labels.matchAll(/(\w+)\s*(?:=~|!=|=)/g))
        expect(
          found.some((line) => line.includes(`${label}="`)),
          `${where}: ${name}{${label}}`,
        ).toBe(true);
      // A renamed queue or outcome would silence its alert.
      for (const [, label = '', values = ''] of labels.matchAll(/(\w+)=~?"([\w|-]+)"/g))
        for (const value of values.split('|'))
          expect(
            found.some((line) => line.includes(`${label}="${value}"`)),
            `${where}: ${name}{${label}="${value}"}`,
          ).toBe(true);
    }
  expect(count).toBeGreaterThan(30);
});

test('each alert has a summary, a description and a heading in docs/operations.md', async () => {
  const headings = (await readFile('docs/operations.md', 'utf8')).matchAll(/^### (Escriba\w+)$/gm);
  expect([...headings].map(([, name]) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  for (const { alert, annotations } of rules) {
    expect(annotations.summary, alert).toMatch(/\S/);
    expect(annotations.description, alert).toMatch(/\.$/);
    expect(annotations.runbook, alert).toBe(`docs/operations.md#${alert.toLowerCase()}`);
  }
});
