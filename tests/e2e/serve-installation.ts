import type { Page } from '@playwright/test';
import type { Installation } from '#contract/installation.ts';

const attribute = /(<html[^>]* data-installation=")([^"]*)"/;
const entities: Record<string, string> = {
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&#x27;': "'",
};
const decode = (text: string) => text.replaceAll(/&[\w#]+;/g, (entity) => entities[entity] ?? entity);
const encode = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Serves pages with the settings of another installation. It changes only the settings that scripts read, so it suits
 * only content that the browser renders. For content that the server renders, see http/pages/web-pages.test.ts.
 */
export const serveInstallation = (page: Page, change: Partial<Installation>) =>
  // A route of the page would not see the requests of the service worker.
  page.context().route('**/*', async (route) => {
    // The service worker's request for a page has no resource type 'document'.
    if (!route.request().headers().accept?.includes('text/html')) return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      attribute,
      (_, start: string, facts: string) =>
        `${start}${encode(JSON.stringify({ ...JSON.parse(decode(facts)), ...change }))}"`,
    );
    return route.fulfill({ response, body });
  });
