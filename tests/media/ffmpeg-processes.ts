import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the ffmpeg and ffprobe children of a process, including wrappers before their exec. */
export async function ffmpegProcesses(parent = process.pid): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, stat]) => Number(ppid) === parent && !stat?.startsWith('Z'))
    .filter(([, , , name = '']) => /(ffmpeg|ffprobe|prlimit|setpriv|nice)$/.test(name))
    .map(([pid]) => Number(pid));
}
