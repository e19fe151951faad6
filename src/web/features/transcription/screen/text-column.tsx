import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type TextColumnProps = {
  /** Beside the text in a wide window, else above it. It stays in view while the text scrolls. */
  picture?: ReactNode;
  children: ReactNode;
};

/** Lines of 68 characters, with room for the times in the left margin. */
export function TextColumn({ picture, children }: TextColumnProps) {
  return (
    <div
      className={classNames(
        'mx-auto grid gap-4 px-gutter pt-3 pb-10 sm:px-8 sm:pt-5 print:p-0',
        picture === undefined ? 'max-w-[52rem]' : 'max-w-[84rem] xl:flex xl:items-start xl:gap-8',
      )}
    >
      {picture === undefined ? null : (
        <div
          data-covers-text="top"
          className="sticky top-0 z-10 -mx-gutter -mt-3 bg-paper sm:top-14 sm:mx-0 sm:mt-0 xl:top-20 xl:order-last xl:min-w-64 xl:grow xl:basis-0"
        >
          {picture}
        </div>
      )}
      <div className="text-column grid w-full max-w-[48rem] min-w-0 grid-cols-[minmax(0,1fr)] gap-4 print:max-w-none">
        {children}
      </div>
    </div>
  );
}
