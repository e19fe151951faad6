import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Input } from './input.tsx';

type CodeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'maxLength'> & {
  length: number;
  value: string;
  onValueChange: (value: string) => void;
};

/** One field for all the digits: six small ones break pasting, filling in from a message, and screen readers. */
export function CodeInput({ length, value, onValueChange, className, ...rest }: CodeInputProps) {
  return (
    <Input
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      // Codes come with spaces and dashes when they are pasted.
      onChange={(event) => onValueChange(event.target.value.replaceAll(/\D/g, '').slice(0, length))}
      className={classNames('h-14 text-center text-xl! tabular-nums tracking-[0.25em]', className)}
      {...rest}
    />
  );
}
