import { isPortFree } from '#server/runtime/free-port.ts';

export async function firstFreePort(from: number): Promise<number> {
  let port = from;
  while (!(await isPortFree(port))) port += 1;
  return port;
}

/** Otherwise a second script/dev would take the first one's server for its own. */
export async function requireFreePort(port: number) {
  if (await isPortFree(port)) return;
  throw new Error(
    `Port ${port} is used by another program. script/dev takes PORT, PORT + 10 and the two after it. Choose others with PORT=4000 script/dev`,
  );
}
