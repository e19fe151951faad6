import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type BadgeProps = { tone?: 'plain' | 'thread' | 'notice' | 'loss'; children: ReactNode };

const tones = {
  plain: 'bg-sunken text-ink-soft ring-1 ring-line ring-inset',
  thread: 'bg-thread-soft text-thread',
  notice: 'bg-notice-soft text-notice',
  loss: 'bg-loss-soft text-loss',
} satisfies Record<NonNullable<BadgeProps['tone']>, string>;

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
