import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evaluateAudit, parseAllowed } from './audit.ts';

const advisory = (id: string, name: string) => ({
  name,
  title: 'Reads too much',
  severity: 'high',
  url: `https://github.com/advisories/${id}`,
});
const report = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    leaf: { name: 'leaf', via: [advisory('GHSA-aaaa-bbbb-cccc', 'leaf')] },
    branch: { name: 'branch', via: ['leaf'] },
  },
});
const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} });
const allowing = (until: string) =>
  parseAllowed(
    JSON.stringify([
      {
        advisory: 'GHSA-aaaa-bbbb-cccc',
        package: 'leaf',
        reason: 'Only our own build gives it a file.',
        until,
      },
    ]),
  );

test('the audit reports a vulnerability without an exception once, by its id', () => {
  const outcome = evaluateAudit(report, [], '2026-11-21');
  expect(outcome).toEqual({
    state: 'faulty',
    faults: [
      'GHSA-aaaa-bbbb-cccc leaf: high, Reads too much (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
    ],
  });
});

test('an exception holds until its expiry date, and the audit demands to remove it once it is fixed', () => {
  expect(evaluateAudit(report, allowing('2026-12-31'), '2026-12-31')).toEqual({ state: 'clean' });
  expect(evaluateAudit(report, allowing('2026-12-31'), '2027-01-01')).toMatchObject({ state: 'faulty' });
  expect(evaluateAudit(clean, allowing('2026-12-31'), '2026-11-21')).toMatchObject({
    state: 'faulty',
    faults: [expect.stringContaining('remove it')],
  });
  expect(evaluateAudit(clean, [], '2026-11-21')).toEqual({ state: 'clean' });
});

test('the audit is skipped, not clean, if the registry has no audit endpoint', () => {
  const why = '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk';
  const refused = JSON.stringify({ message: why, method: 'POST' });
  expect(evaluateAudit(refused, [], '2026-11-21')).toEqual({ state: 'skipped', why });
  // An expired exception fails even if the registry does not answer.
  expect(evaluateAudit(refused, allowing('2026-11-20'), '2026-11-21')).toEqual({
    state: 'faulty',
    faults: ['GHSA-aaaa-bbbb-cccc leaf: the exception expired on 2026-11-20; review it again'],
  });
});

test.each([
  ['an unavailable registry', { message: '503 Service Unavailable' }],
  ['a missing network', { message: 'request to https://registry.example failed, reason: ENOTFOUND' }],
  ['npm without output', { message: 'npm printed nothing (timed out)' }],
  ['an answer in an unknown format', {}],
])('the audit is skipped, not clean, for %s, and fails only with --required', (_what, answer) => {
  // The tests check our code, so their result must not depend on an external server.
  expect(evaluateAudit(JSON.stringify(answer), [], '2026-11-21')).toEqual({
    state: 'skipped',
    why: expect.any(String),
  });
});

test('each entry of audit-allowed.json has a reason and an expiry date', () => {
  expect(() => parseAllowed(readFileSync('script/checks/audit-allowed.json', 'utf8'))).not.toThrow();
  expect(() => parseAllowed('[{"advisory":"GHSA-aaaa-bbbb-cccc","package":"leaf","reason":"ok"}]')).toThrow();
});
