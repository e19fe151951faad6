import { readFileSync } from 'node:fs';

const everyMs = 20;

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** How much a process grew over what it had when the watch began, at its highest. */
export function watchMemory(pid: number) {
  const before = residentMegabytes(pid);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(pid));
  }, everyMs);
  return {
    end: () => {
      clearInterval(timer);
      return { before, growth: Math.max(highest, residentMegabytes(pid)) - before };
    },
  };
}
