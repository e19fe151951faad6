import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import { hearSentences } from '#tests/heard-sentences.ts';

/**
 * Serves the page of one component, in states that no test recording reaches: speakers, three hours, no
 * connection.
 */
export async function startGallery(page: 'index.html' | 'transcript.html' | 'summary.html') {
  const server = await createServer({
    configFile: 'tests/ui-gallery/vite.config.ts',
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('the gallery has no address');
  return { url: `${url}${page}`, close: () => server.close() };
}

export const startTextGallery = () => startGallery('transcript.html');

/** Transcribes a recording in the product, then corrects it to these sentences. */
export async function heardTranscript(page: Page, product: { url: string }, sentences: readonly string[]) {
  const answer = await page.request.get(`${product.url}/api/auth/token`);
  const { token } = (await answer.json()) as { token: string };
  return hearSentences(product, token, sentences);
}

/** Matches no module of the gallery's development server, because some lie in a folder named api. */
export const isApiCall = (url: URL) => url.pathname.startsWith('/api/');
