/**
 * Asks the package registry for known vulnerabilities of the installed packages. audit-allowed.json lists the
 * reviewed exceptions, each with a reason and an expiry date. Any other vulnerability fails the run.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const AllowedSchema = z.array(
  z.strictObject({
    advisory: z.string().regex(/^GHSA(-[a-z0-9]{4}){3}$/),
    package: z.string().min(1),
    reason: z.string().min(20, 'must say why the vulnerability does not affect us'),
    /** Each exception expires, so that it is reviewed again. */
    until: z.iso.date(),
  }),
);
export type Allowed = z.infer<typeof AllowedSchema>;

const ReportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      // A string is the name of the dependency with the vulnerability.
      via: z.array(
        z.union([
          z.string(),
          z.object({ url: z.string(), title: z.string(), severity: z.string(), name: z.string() }),
        ]),
      ),
    }),
  ),
});
const RefusalSchema = z.object({ message: z.string() });

export type AuditOutcome =
  | { state: 'clean' }
  /** The registry did not answer or has no audit endpoint, so the state of the packages is unknown. */
  | { state: 'skipped'; why: string }
  | { state: 'faulty'; faults: string[] };

export const parseAllowed = (text: string): Allowed => AllowedSchema.parse(JSON.parse(text));

function advisoriesOf(report: z.infer<typeof ReportSchema>) {
  const found = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((each) => typeof each !== 'string'),
  );
  return new Map(found.map((each) => [`${each.url.split('/').at(-1)} ${each.name}`, each]));
}

/** `today` as 2026-12-31. */
export function evaluateAudit(reportText: string, allowed: Allowed, today: string): AuditOutcome {
  const answer: unknown = JSON.parse(reportText);
  const over = allowed
    .filter(({ until }) => until < today)
    .map(
      ({ advisory, package: name, until }) =>
        `${advisory} ${name}: the exception expired on ${until}; review it again`,
    );
  const report = ReportSchema.safeParse(answer);
  if (!report.success) {
    const refusal = RefusalSchema.safeParse(answer);
    const why = refusal.success ? refusal.data.message : 'the answer has an unknown format';
    // Expired exceptions fail even without an answer from the registry.
    return over.length > 0 ? { state: 'faulty', faults: over } : { state: 'skipped', why };
  }
  const found = advisoriesOf(report.data);
  const good = new Set(
    allowed.filter(({ until }) => until >= today).map(({ advisory, package: name }) => `${advisory} ${name}`),
  );
  const unknown = [...found]
    .filter(([key]) => !good.has(key))
    .map(([key, { severity, title, url }]) => `${key}: ${severity}, ${title} (${url})`);
  const stale = allowed
    .filter(({ advisory, package: name }) => !found.has(`${advisory} ${name}`))
    .map(
      ({ advisory, package: name }) => `${advisory} ${name}: the exception is no longer needed; remove it`,
    );
  const faults = [...unknown, ...stale];
  return faults.length === 0 ? { state: 'clean' } : { state: 'faulty', faults };
}

/** npm exits with an error if it finds vulnerabilities, but still prints the report. */
function npmAudit(): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--json'], { timeout: 60_000, maxBuffer: 50_000_000 }, (error, stdout) =>
      resolve(
        stdout.trim() === ''
          ? JSON.stringify({ message: `npm printed nothing (${error?.message ?? ''})` })
          : stdout,
      ),
    );
  });
}

if (import.meta.main) {
  const allowed = parseAllowed(readFileSync(new URL('audit-allowed.json', import.meta.url), 'utf8'));
  const outcome = evaluateAudit(await npmAudit(), allowed, new Date().toISOString().slice(0, 10));
  if (outcome.state === 'clean') console.log('dependencies  audited, no known vulnerabilities');
  if (outcome.state === 'skipped')
    console.error(`dependencies  NOT AUDITED: the registry gave no audit report (${outcome.why})`);
  if (outcome.state === 'skipped' && process.argv.includes('--required')) process.exit(1);
  if (outcome.state === 'faulty') {
    console.error(`dependencies  audited, ${outcome.faults.length} problems:`);
    for (const fault of outcome.faults) console.error(`  ${fault}`);
    process.exit(1);
  }
}
