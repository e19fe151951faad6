/** The lock file names versions and hashes, never the address of a download: every machine uses its own registry. */
import { readFileSync } from 'node:fs';

export function lockFileFaults(text: string) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      /"resolved": "(https?|git)/.test(line)
        ? [
            `package-lock.json:${index + 1} holds the address of a download, which another machine may not reach. Remove its "resolved" lines; the project's .npmrc keeps npm from writing them.`,
          ]
        : [],
    );
}

if (import.meta.main) {
  const faults = lockFileFaults(readFileSync('package-lock.json', 'utf8'));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}
