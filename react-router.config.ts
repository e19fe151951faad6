import type { Config } from '@react-router/dev/config';
import { renderedPaths } from './src/web/app/paths.ts';

export default {
  appDirectory: 'src/web',
  // script/build writes each build to a new folder and switches to it when it is complete.
  buildDirectory: process.env.WEB_BUILD_DIR ?? 'build/web',
  ssr: false,
  // The server renders these pages (http/pages/page-renderer.ts). Without this list React Router
  // would build a single-page application.
  prerender: [...renderedPaths],
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
