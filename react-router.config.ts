import type { Config } from '@react-router/dev/config';
import { prerenderedPaths } from './src/web/app/paths.ts';

export default {
  appDirectory: 'src/web',
  // script/build makes each build in a folder of its own and puts it in place when it is finished.
  buildDirectory: process.env.WEB_BUILD_DIR ?? 'build/web',
  ssr: false,
  // The server renders these (http/pages/page-renderer.ts); the build only tries whether each can be rendered.
  prerender: [...prerenderedPaths],
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
