import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const manifest = new URL('../../../package.json', import.meta.url);

/** The version of Escriba that this process runs. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** A log collector mixes the lines of many processes, so each line names its own. */
export const identityOf = (role: string) => ({ pid: process.pid, host: hostname(), role, version });

/** For a terminal that shows one process. */
export const identityFields: readonly string[] = Object.keys(identityOf(''));
