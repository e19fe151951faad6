import { recordEarlyClick } from '../app/replay-early-click.ts';

/**
 * The written pages are complete without their scripts, so nothing of these is fetched before the first paint: on a
 * slow line forty modules take the line away from the styles and the font that the paint waits for.
 *
 * React Router writes one module script that imports everything, and a preload for each part. Here the script waits
 * for the paint, then asks for the parts. Until then links are links, forms wait for their scripts (useAlive), and a
 * button that is pressed is pressed again later (early-press.ts).
 */
const preloadElement = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const moduleScript = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/g;
const parts =
  /^import "(?<manifest>[^"]+)";\n(?<routes>(?:import \* as \w+ from "[^"]+";\n)+)\s*(?<modules>window\.__reactRouterRouteModules = \{[^}]*\};)\s*import\("(?<entry>[^"]+)"\);$/;
const routeImport = /import \* as (\w+) from ("[^"]+");/g;

/** A page in a hidden tab is not painted, and one without any content never: neither may stay without scripts. */
const untilPainted = [
  'await new Promise((go) => {',
  'if (document.visibilityState === "hidden") return go();',
  'document.addEventListener("visibilitychange", go, { once: true });',
  'setTimeout(go, 3000);',
  'new PerformanceObserver((list, observer) => {',
  'if (list.getEntriesByName("first-contentful-paint").length === 0) return;',
  'observer.disconnect();',
  'go();',
  '}).observe({ type: "paint", buffered: true });',
  '});',
].join('\n');

const preloadAll = (addresses: readonly string[]) =>
  `for (const href of ${JSON.stringify(addresses)})
document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));`;

function startScript(text: string, addresses: readonly string[]) {
  const { manifest, routes, modules, entry } = parts.exec(text.trim())?.groups ?? {};
  if (manifest === undefined || routes === undefined) {
    throw new Error(
      'after-first-paint: React Router starts its pages in another way now. Adapt src/web/build/after-first-paint.ts.',
    );
  }
  const found = [...routes.matchAll(routeImport)];
  const names = found.map(([, name]) => name).join(', ');
  const imports = found.map(([, , from]) => `import(${from})`).join(', ');
  return [
    recordEarlyClick(),
    untilPainted,
    preloadAll(addresses),
    `const [${names}] = await Promise.all([${imports}, import("${manifest}")]);`,
    modules,
    `await import("${entry}");`,
  ].join('\n');
}

export function startAfterFirstPaint(html: string): string {
  const scripts = [...html.matchAll(moduleScript)];
  if (scripts.length !== 1) throw new Error(`a written page has ${scripts.length} module scripts, not one`);
  const addresses = [...html.matchAll(preloadElement)].map(([, address = '']) => address);
  return html
    .replace(preloadElement, '')
    .replace(
      moduleScript,
      (_, start: string, text: string, end: string) => start + startScript(text, addresses) + end,
    );
}
