import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'medium' | 'large';
};

/** Every variant has a border, even if transparent: in forced colours only the border shows the shape. */
const variants = {
  primary: 'border-transparent bg-thread text-on-thread hover:bg-thread-deep',
  secondary: 'border-line-strong/70 bg-raised text-ink hover:border-ink-soft hover:bg-sunken',
  quiet: 'border-transparent text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'border-transparent bg-loss text-on-loss hover:bg-loss-deep',
} satisfies Record<NonNullable<ButtonStyle['variant']>, string>;

const sizes = {
  medium: 'min-h-10 px-4 text-sm',
  large: 'min-h-12 px-6 text-base',
} satisfies Record<NonNullable<ButtonStyle['size']>, string>;

/** For links that look like buttons. Real buttons use the component. */
export function buttonClass({ variant = 'primary', size = 'medium' }: ButtonStyle = {}) {
  return classNames(
    'button inline-flex items-center justify-center gap-2 rounded-control border py-2 text-center font-medium transition-colors select-none disabled:pointer-events-none disabled:border-line disabled:bg-sunken disabled:text-ink-faint',
    variants[variant],
    sizes[size],
  );
}

type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Keeps the button in place and focused, and announces the running work to screen readers. */
    busy?: boolean;
  };

export function Button({ variant, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      // A disabled button would lose the focus to the top of the page, so a busy one only ignores clicks.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(
        buttonClass({ ...(variant && { variant }), ...(size && { size }) }),
        busy && 'cursor-progress',
        className,
      )}
      {...rest}
    >
      {busy ? <Spinner className="size-4" /> : null}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string };

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'inline-grid size-10 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink disabled:opacity-55',
        className,
      )}
      {...rest}
    />
  );
}
