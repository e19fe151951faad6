import { readFileSync, writeFileSync } from 'node:fs';

function megabytesOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1_024;
}

export const residentMegabytes = (pid: number) => megabytesOf(pid, 'VmRSS');

const ticksASecond = 100;

/** What a process had of the processors so far; unlike the clock's time, it does not grow when others work too. */
export function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / ticksASecond) * 1_000;
}

/** To clear_refs: forget the highest that the process had in memory until now. */
const forgetHighest = '5';

/** What a process has at its highest from now on, as the kernel notes it: between two looks it could rise and fall. */
export function watchMemory(pid: number) {
  const before = residentMegabytes(pid);
  writeFileSync(`/proc/${pid}/clear_refs`, forgetHighest);
  return {
    end: () => {
      const highest = Math.max(before, megabytesOf(pid, 'VmHWM'));
      return { before, highest, growth: highest - before };
    },
  };
}
