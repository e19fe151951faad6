import type { Config } from '@react-router/dev/config';
import { paths, prerenderedPaths } from './src/web/app/paths.ts';

export default {
  appDirectory: 'src/web',
  // script/build makes each build in a folder of its own and puts it in place when it is finished.
  buildDirectory: process.env.WEB_BUILD_DIR ?? 'build/web',
  ssr: false,
  // The last is what unknown addresses get: it is read without scripts too.
  prerender: [...prerenderedPaths, paths.notFound],
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
