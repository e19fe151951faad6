import type { ReactNode } from 'react';

type NoticeProps = {
  tone?: 'thread' | 'notice' | 'plain';
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

const tones = {
  thread: 'border-thread/40 bg-thread-soft',
  notice: 'border-notice-line bg-notice-soft',
  plain: 'border-line bg-sunken',
} satisfies Record<NonNullable<NoticeProps['tone']>, string>;

/** Something that just happened or must be seen to, with the one step that follows from it. */
export function Notice({ tone = 'plain', title, children, action }: NoticeProps) {
  return (
    <div
      className={`flex animate-rise flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border px-4 py-3 ${tones[tone]}`}
    >
      <div className="min-w-0 text-sm">
        <p className={`font-medium ${tone === 'notice' ? 'text-notice' : ''}`}>{title}</p>
        {children === undefined ? null : <p className="mt-0.5 text-ink-soft">{children}</p>}
      </div>
      {action}
    </div>
  );
}
