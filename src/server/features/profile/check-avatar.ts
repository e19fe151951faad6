import { avatarRefused, maxAvatarBytes, maxAvatarSidePx } from '#contract/profile.ts';
import { AppError } from '../../errors/app-error.ts';
import { pictureSizeOf } from './picture-size.ts';

const refuse = (text: string) => new AppError('invalid_input', { text, fields: { avatar: text } });

/** By its content: a type in a data URL is only what the sender calls it. */
export function checkAvatar(dataUrl: string): void {
  const [, claimedType, base64 = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  // Node reads over what is no base64; what it would not write itself is refused.
  if (bytes.length > maxAvatarBytes || bytes.toString('base64') !== base64) throw refuse(avatarRefused);
  const picture = pictureSizeOf(bytes);
  if (picture === undefined || picture.type !== claimedType) throw refuse(avatarRefused);
  const { widthPx, heightPx } = picture;
  if (Math.min(widthPx, heightPx) < 1) throw refuse(avatarRefused);
  if (Math.max(widthPx, heightPx) > maxAvatarSidePx)
    throw refuse(`A imagem deve ter no máximo ${maxAvatarSidePx} × ${maxAvatarSidePx} pixels.`);
}
