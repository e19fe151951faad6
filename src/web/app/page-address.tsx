import { useLocation } from 'react-router';
import { useInstallation } from './installation.ts';
import { shareImage } from './page-meta.ts';
import { paths, publicPaths } from './paths.ts';
import type { PublicPage } from './share-image.ts';

const unlistedPaths: readonly string[] = [paths.maintenance, paths.forgotPassword, paths.resetPassword];
const isPublic = (path: string): path is PublicPage => (publicPaths as readonly string[]).includes(path);

/** The whole address of a page and of its picture, for search engines and for links that people share. */
export function PageAddress() {
  const { publicUrl } = useInstallation();
  const { pathname } = useLocation();
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  if (!isPublic(path) && !unlistedPaths.includes(path)) return null;
  const picture = isPublic(path) ? shareImage(path) : undefined;
  const address = `${publicUrl}${path}`;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      {picture === undefined ? null : (
        <>
          <meta property="og:image" content={`${publicUrl}${picture.path}`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={picture.words} />
        </>
      )}
    </>
  );
}
