import { productName } from './installation.ts';
import { type PublicPage, pictureFile, shareWords } from './share-image-text.ts';

/** The pictures bear our name; an installation with a name of its own shares its words alone. */
export function sharePicture(path: PublicPage) {
  if (productName !== 'Escriba') return undefined;
  return { path: pictureFile(path), words: `Escriba: ${shareWords[path]}` };
}
