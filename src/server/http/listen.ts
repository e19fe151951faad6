import type { Deps } from '../deps.ts';
import { buildApp } from './app.ts';

const closeTimeoutMs = 10_000;

function isPortTaken(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

export async function listen(deps: Deps) {
  const app = await buildApp(deps);
  const { host, port } = deps.config.http;
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    if (!isPortTaken(error)) throw error;
    throw new Error(`Port ${port} is taken by another program. Stop it, or choose another one with PORT=…`, {
      cause: error,
    });
  }
  const close = async () => {
    // A client that never reads its answer must not hold the process for ever.
    const timer = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs);
    await app.close();
    clearTimeout(timer);
  };
  return { url: deps.config.http.publicUrl, close };
}
