import { Avatar as Radix } from 'radix-ui';

type AvatarProps = { image: string | null; initials: string };

/** Beside a name that is written out, so it says nothing itself. */
export function Avatar({ image, initials }: AvatarProps) {
  return (
    <Radix.Root
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-full bg-thread-soft text-sm font-semibold text-thread"
    >
      {image === null ? null : <Radix.Image src={image} alt="" className="size-full object-cover" />}
      <Radix.Fallback>{initials}</Radix.Fallback>
    </Radix.Root>
  );
}
