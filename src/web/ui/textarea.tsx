import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={classNames(controlClass, 'min-h-24 resize-y py-2.5', className)}
      {...rest}
    />
  );
}
