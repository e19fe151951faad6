import { createBuildWatch } from './build-watch.ts';

let ownBuild: string | undefined;
export const pageBuild = createBuildWatch(() => ownBuild);

/** The entry calls this once. Vite's development server has no build, and its pages are always current. */
export function setPageBuild(build: string | undefined) {
  ownBuild = build;
}

export const noticeBuildOf = ({ headers }: Response) => pageBuild.notice(headers.get('x-web-build'));
