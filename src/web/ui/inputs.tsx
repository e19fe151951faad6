import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

/** Shared classes of all form controls. */
export const controlClass =
  'w-full rounded-control border border-line-strong bg-raised px-3 text-base text-ink transition-colors placeholder:text-ink-faint hover:border-ink-soft focus-visible:border-thread focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-ink-faint aria-invalid:border-loss aria-invalid:outline-loss aria-invalid:focus-visible:border-loss';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(controlClass, 'h-11', className)} {...rest} />;
}

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={classNames(controlClass, 'min-h-24 resize-y py-2.5', className)}
      {...rest}
    />
  );
}

/** The native list works best on phones and needs no style element at run time. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select
        className={classNames(controlClass, 'h-11 appearance-none pr-10 text-ellipsis', className)}
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
      />
    </span>
  );
}

type CodeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'maxLength'> & {
  length: number;
  value: string;
  onValueChange: (value: string) => void;
};

/** One field for all digits: six separate ones break pasting, autofill from SMS, and screen readers. */
export function CodeInput({ length, value, onValueChange, className, ...rest }: CodeInputProps) {
  return (
    <Input
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      // Pasted codes may contain spaces and dashes.
      onChange={(event) => onValueChange(event.target.value.replaceAll(/\D/g, '').slice(0, length))}
      className={classNames('h-14 text-center text-xl! tabular-nums tracking-[0.25em]', className)}
      {...rest}
    />
  );
}

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type' | 'onKeyDown' | 'onKeyUp'>;

/** With a reveal button and a Caps Lock notice, because hidden text and Caps Lock cause most mistyped passwords. */
export function PasswordInput({ className, onBlur, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const [capitals, setCapitals] = useState(false);
  // Autofill by a password manager sends events without a key.
  const updateCapitals = (event: KeyboardEvent) => setCapitals(event.getModifierState?.('CapsLock') ?? false);
  const Icon = shown ? EyeOff : Eye;

  return (
    <div>
      <span className="relative block">
        <Input
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={classNames('pr-12', className)}
          onKeyDown={updateCapitals}
          onKeyUp={updateCapitals}
          onBlur={(event) => {
            setCapitals(false);
            onBlur?.(event);
          }}
          {...rest}
        />
        <IconButton
          label={shown ? 'Ocultar senha' : 'Mostrar senha'}
          onClick={() => setShown(!shown)}
          className="absolute top-0.5 right-0.5 noscript:hidden"
        >
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
      </span>
      {/* Always rendered, because a screen reader announces only changes within it. */}
      <span role="status" className="block text-sm text-notice">
        {capitals ? <span className="block pt-1.5">A tecla Caps Lock está ligada.</span> : null}
      </span>
    </div>
  );
}
