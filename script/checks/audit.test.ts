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

test('what nobody has looked at stops the run, once, by its name', () => {
  const outcome = evaluateAudit(report, [], '2026-11-21');
  expect(outcome).toEqual({
    state: 'faulty',
    faults: [
      'GHSA-aaaa-bbbb-cccc leaf: high, Reads too much (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
    ],
  });
});

test('what was looked at is let through until its day is over, and goes from the list when it is mended', () => {
  expect(evaluateAudit(report, allowing('2026-12-31'), '2026-12-31')).toEqual({ state: 'clean' });
  expect(evaluateAudit(report, allowing('2026-12-31'), '2027-01-01')).toMatchObject({ state: 'faulty' });
  expect(evaluateAudit(clean, allowing('2026-12-31'), '2026-11-21')).toMatchObject({
    state: 'faulty',
    faults: [expect.stringContaining('take it out')],
  });
  expect(evaluateAudit(clean, [], '2026-11-21')).toEqual({ state: 'clean' });
});

test('a registry that answers no audits is said to be one, never taken for a clean answer', () => {
  const why = '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk';
  const refused = JSON.stringify({ message: why, method: 'POST' });
  expect(evaluateAudit(refused, [], '2026-11-21')).toEqual({ state: 'skipped', why });
  // What was allowed until yesterday is not allowed because nobody answers today.
  expect(evaluateAudit(refused, allowing('2026-11-20'), '2026-11-21')).toEqual({
    state: 'faulty',
    faults: ['GHSA-aaaa-bbbb-cccc leaf: was allowed until 2026-11-20; look again'],
  });
});

test.each([
  ['a registry that is ill', { message: '503 Service Unavailable' }],
  ['a network that is away', { message: 'request to https://registry.example failed, reason: ENOTFOUND' }],
  ['a silence', { message: 'npm said nothing (timed out)' }],
  ['an answer of no known shape', {}],
])(
  '%s is said, never taken for a clean answer; it fails only where an audit is asked for with --required',
  (_what, answer) => {
    // The tests say whether our code is right: their verdict must not hang on somebody else's server.
    expect(evaluateAudit(JSON.stringify(answer), [], '2026-11-21')).toEqual({
      state: 'skipped',
      why: expect.any(String),
    });
  },
);

test('the list that is kept says of each entry why and until when', () => {
  expect(() => parseAllowed(readFileSync('script/checks/audit-allowed.json', 'utf8'))).not.toThrow();
  expect(() => parseAllowed('[{"advisory":"GHSA-aaaa-bbbb-cccc","package":"leaf","reason":"ok"}]')).toThrow();
});
