import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { copyOfScripts } from './copy-of-scripts.ts';

const advisory = 'GHSA-aaaa-bbbb-cccc';
const clean = { auditReportVersion: 2, vulnerabilities: {}, metadata: { vulnerabilities: { total: 0 } } };
const vulnerable = {
  auditReportVersion: 2,
  vulnerabilities: {
    leaf: {
      name: 'leaf',
      severity: 'high',
      via: [
        {
          source: 1_000_001,
          name: 'leaf',
          title: 'Reads beyond its buffer',
          url: `https://github.com/advisories/${advisory}`,
          severity: 'high',
        },
      ],
      nodes: ['node_modules/leaf'],
    },
  },
};
/** npm prints this, and exits with 1, if the registry has no audit endpoint. */
const noEndpoint = {
  message: '404 Not Found - POST https://registry.example/-/npm/v1/security/audits/quick',
};

type Audit = { report: object; exceptions?: object; args?: string[] };

/** Runs script/audit with an npm that prints the report and exits as npm does, and with the real better-npm-audit. */
async function audit({ report, exceptions = {}, args = [] }: Audit) {
  const root = await copyOfScripts();
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  await cp('package.json', join(root, 'package.json'));
  await writeFile(join(root, '.nsprc'), JSON.stringify(exceptions));
  await writeFile(join(root, 'report.json'), JSON.stringify(report));
  const programs = join(root, 'programs');
  await mkdir(programs);
  const npm = `#!/bin/sh\ncat '${root}/report.json'\nexit ${report === clean ? 0 : 1}\n`;
  await writeFile(join(programs, 'npm'), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(join(root, 'script/audit'), args, { env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('the audit passes without a known vulnerability', async () => {
  const { status, output } = await audit({ report: clean, args: ['--required'] });
  expect(output).not.toContain('NOT AUDITED');
  expect(status).toBe(0);
});

test('the audit fails at a vulnerability and names it', async () => {
  const { status, output } = await audit({ report: vulnerable });
  expect(output).toContain(advisory);
  expect(output).not.toContain('NOT AUDITED');
  expect(status).toBe(1);
});

test('the audit prints that a registry without an audit endpoint gave no report, and fails only with --required', async () => {
  const given = await audit({ report: noEndpoint });
  expect(given).toEqual({
    status: 0,
    output: 'dependencies  NOT AUDITED: the registry gave no audit report\n',
  });
  expect(await audit({ report: noEndpoint, args: ['--required'] })).toEqual({ ...given, status: 1 });
});

test('an exception admits its vulnerability until it expires', async () => {
  const until = (expiry: string) => ({
    [advisory]: { notes: 'Only our own build gives it a file.', expiry },
  });
  expect(await audit({ report: vulnerable, exceptions: until('2999-12-31') })).toMatchObject({ status: 0 });
  expect(await audit({ report: vulnerable, exceptions: until('2020-12-31') })).toMatchObject({ status: 1 });
});

test('each exception in .nsprc has a reason and an expiry date', async () => {
  const ExceptionsSchema = z.record(
    z.string(),
    z.strictObject({ notes: z.string().min(20), expiry: z.iso.date() }),
  );
  ExceptionsSchema.parse(JSON.parse(await readFile('.nsprc', 'utf8')));
});
