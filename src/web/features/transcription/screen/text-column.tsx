import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

type TextColumnProps = {
  /** Above the panel beside the text, else above the text. It stays in view while the text scrolls. */
  picture?: ReactNode;
  /** Another tab covers the text. */
  isBehind?: boolean;
  /** Of the tab's panel. */
  panel?: ComponentProps<'div'>;
  children: ReactNode;
};

/** Lines of 68 characters, with room for the times in the left margin, and beside it the room of the panel. */
export function TextColumn({ picture, isBehind = false, panel, children }: TextColumnProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] min-[85rem]:grid-cols-[minmax(0,1fr)_var(--side-panel-room)] print:block">
      {picture === undefined ? null : (
        <div
          data-covers-text="top"
          className={classNames(
            'side-picture sticky z-10 bg-paper sm:mx-auto sm:w-full sm:max-w-[52rem] sm:top-(--covered-top) sm:px-8 sm:pt-3 min-[85rem]:col-start-2 min-[85rem]:self-start min-[85rem]:border-l min-[85rem]:border-line min-[85rem]:p-3',
            // On phones the header leaves while the person reads, and the tabs stay.
            isBehind ? 'top-(--covered-top)' : 'top-11',
          )}
        >
          {picture}
        </div>
      )}
      <div
        {...panel}
        data-behind={isBehind || undefined}
        className="text-column mx-auto grid w-full max-w-[52rem] min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 px-gutter pt-3 pb-10 sm:px-8 sm:pt-5 min-[85rem]:col-start-1 min-[85rem]:row-start-1 min-[85rem]:max-w-[51rem] min-[85rem]:px-6 print:max-w-none print:p-0"
      >
        {children}
      </div>
    </div>
  );
}
