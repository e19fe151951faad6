import { readFileSync } from 'node:fs';

const everyMs = 20;

export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

const ticksASecond = 100;

/** What a process had of the processors so far; unlike the clock's time, it does not grow when others work too. */
export function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / ticksASecond) * 1_000;
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
      const most = Math.max(highest, residentMegabytes(pid));
      return { before, highest: most, growth: most - before };
    },
  };
}
