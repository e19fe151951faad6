/**
 * The lock file says what package.json asks for, and names versions and hashes but never the address of a download:
 * every machine uses its own registry.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

type Dependencies = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

export function lockFileViolations(lockText: string, packageText: string): string[] {
  const addresses = lockText
    .split('\n')
    .flatMap((line, index) =>
      /"resolved": "(https?|git)/.test(line)
        ? [
            `package-lock.json:${index + 1} holds the address of a download, which another machine may not reach. Remove its "resolved" lines; the project's .npmrc keeps npm from writing them.`,
          ]
        : [],
    );
  const asked = JSON.parse(packageText) as Dependencies;
  const locked = (JSON.parse(lockText) as { packages: Record<string, Dependencies> }).packages[''] ?? {};
  const differs = (['dependencies', 'devDependencies'] as const).filter(
    (kind) => !isDeepStrictEqual(asked[kind] ?? {}, locked[kind] ?? {}),
  );
  return [
    ...addresses,
    ...differs.map(
      (kind) =>
        `package-lock.json knows other ${kind} than package.json. Run npm install, and commit both files together.`,
    ),
  ];
}

if (import.meta.main) {
  const faults = lockFileViolations(
    readFileSync('package-lock.json', 'utf8'),
    readFileSync('package.json', 'utf8'),
  );
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}
