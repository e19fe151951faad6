import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(controlClass, 'h-11', className)} {...rest} />;
}
