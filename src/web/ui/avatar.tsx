import { Avatar as Radix } from 'radix-ui';
import { classNames } from './class-names.ts';

type AvatarProps = { image: string | null; initials: string; size?: 'medium' | 'large' };

const sizes = {
  medium: 'size-10 text-sm',
  large: 'size-20 text-lg',
} satisfies Record<NonNullable<AvatarProps['size']>, string>;

/** Decorative: the name is always written beside it. */
export function Avatar({ image, initials, size = 'medium' }: AvatarProps) {
  return (
    <Radix.Root
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-thread-soft font-semibold text-thread',
        sizes[size],
      )}
    >
      {image === null ? null : <Radix.Image src={image} alt="" className="size-full object-cover" />}
      <Radix.Fallback>{initials}</Radix.Fallback>
    </Radix.Root>
  );
}
