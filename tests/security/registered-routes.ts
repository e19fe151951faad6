import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** Fastify publishes every new app on this diagnostics channel, so the product needs no hook for the test. */
const channel = 'fastify.initialization';

/** Collects the routes that `build` registers, with their body and query schemas. */
export async function withRoutes<Built>(build: () => Promise<Built>) {
  const routes = new Set<string>();
  const bodies = new Map<string, unknown>();
  const queries = new Map<string, unknown>();
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, schema }) => {
      for (const each of [method].flat()) {
        routes.add(`${each} ${url}`);
        if (schema?.body !== undefined) bodies.set(`${each} ${url}`, schema.body);
        if (schema?.querystring !== undefined) queries.set(`${each} ${url}`, schema.querystring);
      }
    });
  };
  subscribe(channel, listen);
  try {
    const built = await build();
    return { built, bodies, queries, routes: [...routes].sort() };
  } finally {
    unsubscribe(channel, listen);
  }
}
