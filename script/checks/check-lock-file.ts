/**
 * Checks that package-lock.json matches package.json and contains versions and hashes but no download URLs, because
 * each machine uses its own registry.
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
            `package-lock.json:${index + 1} contains a download URL, which another machine may not reach. Remove the "resolved" lines. The project's .npmrc keeps npm from writing them.`,
          ]
        : [],
    );
  const declared = JSON.parse(packageText) as Dependencies;
  const locked = (JSON.parse(lockText) as { packages: Record<string, Dependencies> }).packages[''] ?? {};
  const differs = (['dependencies', 'devDependencies'] as const).filter(
    (kind) => !isDeepStrictEqual(declared[kind] ?? {}, locked[kind] ?? {}),
  );
  return [
    ...addresses,
    ...differs.map(
      (kind) =>
        `package-lock.json has other ${kind} than package.json. Run npm install, and commit both files together.`,
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
