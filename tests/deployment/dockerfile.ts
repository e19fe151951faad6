import { readFile } from 'node:fs/promises';

export type Instruction = { stage: string; name: string; value: string };

/** Reads the instructions with continued lines joined, each with its stage. */
export async function readDockerfile(path = 'Dockerfile'): Promise<Instruction[]> {
  const text = (await readFile(path, 'utf8')).replace(/^#.*\n/gm, '').replace(/\\\n/g, ' ');
  let stage = '';
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(/\s+/);
      const value = rest.join(' ');
      if (name === 'FROM') stage = / AS (\S+)$/i.exec(value)?.[1] ?? '';
      return { stage, name, value };
    });
}

/** Returns the paths that a stage copies from the project. */
export function copiedFrom(instructions: readonly Instruction[], stage: string): string[] {
  return instructions
    .filter((each) => each.stage === stage && each.name === 'COPY' && !each.value.startsWith('--from'))
    .flatMap(({ value }) => value.split(' ').slice(0, -1));
}
