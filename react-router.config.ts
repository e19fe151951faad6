import type { Config } from '@react-router/dev/config';
import { prerenderedPaths } from './src/web/app/paths.ts';

export default {
  appDirectory: 'src/web',
  // script/build writes each build to a new folder and switches to it when it is complete.
  buildDirectory: process.env.WEB_BUILD_DIR ?? 'build/web',
  ssr: false,
  // The server renders these pages (http/pages/page-renderer.ts). The build only verifies that each renders.
  prerender: [...prerenderedPaths],
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
