import { avatarSidePx, maxAvatarBytes } from '#contract/profile.ts';

/** The largest centred square, which the round avatar shows. */
export function centerSquare({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/** Decoding a larger file can exhaust the memory of a phone's browser. */
const maxFileBytes = 30 * 1024 * 1024;
const qualities = [0.9, 0.8, 0.65, 0.5, 0.35];

export class AvatarRefusedError extends Error {}

const formats = 'Escolha uma imagem PNG, JPEG ou WebP.';

function encodeCanvas(canvas: HTMLCanvasElement, type: string, quality: number) {
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
}

/** Encodes as WebP if the browser supports it. Other browsers silently return PNG, and JPEG is smaller than that. */
async function smallEnough(canvas: HTMLCanvasElement) {
  for (const quality of qualities) {
    const webp = await encodeCanvas(canvas, 'image/webp', quality);
    const blob = webp?.type === 'image/webp' ? webp : await encodeCanvas(canvas, 'image/jpeg', quality);
    if (blob !== null && blob.size <= maxAvatarBytes) return blob;
  }
  throw new AvatarRefusedError(`Não conseguimos reduzir esta foto. ${formats}`);
}

function asDataUrl(blob: Blob) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

async function opened(file: File) {
  try {
    // Phones store the picture as the sensor captured it, with the orientation as metadata.
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new AvatarRefusedError(`Não conseguimos abrir “${file.name}”. ${formats}`);
  }
}

/** Returns the picture as it is stored. Throws AvatarRefusedError with a text for the screen. */
export async function scaleAvatar(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) {
    throw new AvatarRefusedError(`“${file.name}” não é uma imagem. ${formats}`);
  }
  if (file.size > maxFileBytes) {
    throw new AvatarRefusedError(`“${file.name}” passa de 30 MB. Escolha uma imagem menor.`);
  }
  const bitmap = await opened(file);
  try {
    const canvas = document.createElement('canvas');
    canvas.width = avatarSidePx;
    canvas.height = avatarSidePx;
    const context = canvas.getContext('2d');
    if (context === null) throw new AvatarRefusedError('Este navegador não conseguiu preparar a foto.');
    // JPEG has no transparency and would turn it black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, avatarSidePx, avatarSidePx);
    context.imageSmoothingQuality = 'high';
    const { x, y, side } = centerSquare(bitmap);
    context.drawImage(bitmap, x, y, side, side, 0, 0, avatarSidePx, avatarSidePx);
    return await asDataUrl(await smallEnough(canvas));
  } finally {
    bitmap.close();
  }
}
