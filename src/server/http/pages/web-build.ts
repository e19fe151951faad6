import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Installation } from '#contract/installation.ts';

const webLink = fileURLToPath(new URL('../../../../build/web', import.meta.url));
/** Resolve the link once: a build deployed later has other pages and hashes than this process loaded. */
const buildDir = existsSync(webLink) ? realpathSync(webLink) : webLink;
export const clientDir = `${buildDir}/client`;
export const serverBundle = `${buildDir}/server/index.js`;

/** The exports of the web build's server half; src/web/entry.server.tsx is its source. */
export type WebBuild = {
  /** React Router names a build after a hash of its files. The browser has the same name in its manifest. */
  assets: { version: string };
  entry: {
    module: {
      /** Renders an address to the HTML of its page. The page of `/dashboard` is the empty frame of the dashboard. */
      openRenderer: (build: WebBuild) => (path: string, installation: Installation) => Promise<string>;
      renderedPaths: readonly string[];
      sampleInstallation: Installation;
      siteFileTexts: (installation: Installation) => Readonly<Record<string, string>>;
    };
  };
};

export const loadBuild = async (bundle: string): Promise<WebBuild> => import(pathToFileURL(bundle).href);

/** An open page compares it with its own build, and offers a reload after an upgrade. */
export async function registerBuildHeader(app: FastifyInstance) {
  if (!existsSync(serverBundle)) return;
  const { version } = (await loadBuild(serverBundle)).assets;
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('x-web-build', version);
  });
}
