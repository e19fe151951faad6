import type { ServerBuild } from 'react-router';
import { preloadEach } from './delay-scripts.ts';
import { paths } from './paths.ts';

/** The part of React Router's manifest that names the modules of the pages. */
type Routes = ServerBuild['assets']['routes'];
type Route = NonNullable<Routes[string]>;

const modulesOf = ({ module, imports = [] }: Route) => [module, ...imports];

/**
 * All pages behind the sign-in share one HTML frame, so React Router would find their modules only after its own
 * modules have run. This adds the modules of the dashboard to the frame, and a script that adds those of the page.
 */
export function preloadDashboard(html: string, routes: Routes): string {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const layout = all.find(({ path }) => path === paths.dashboard);
  if (layout === undefined) throw new Error(`no route has the path ${paths.dashboard}`);
  const shared = modulesOf(layout);
  const pages = all
    .filter(({ parentId, path = '' }) => parentId === layout.id && path !== '*')
    .map((route) => [
      `^${(route.path ?? paths.dashboard).replace(/:\w+/g, '[^/]+')}/?$`,
      modulesOf(route).filter((address) => !shared.includes(address)),
    ]);
  const links = shared
    .filter((address) => !html.includes(`href="${address}"`))
    .map((address) => `<link rel="modulepreload" href="${address}"/>`);
  const script = `for(const[pattern,modules]of ${JSON.stringify(pages)})if(new RegExp(pattern).test(location.pathname))
${preloadEach('modules')}`;
  return html.replace('</head>', () => `${links.join('')}<script>${script}</script></head>`);
}
