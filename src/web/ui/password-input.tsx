import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type' | 'onKeyDown' | 'onKeyUp'>;

/** A password that can be looked at, and a word when the capitals are locked: the two reasons why one is mistyped. */
export function PasswordInput({ className, onBlur, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const [capitals, setCapitals] = useState(false);
  // A field that a password manager fills sends events without a key.
  const look = (event: KeyboardEvent) => setCapitals(event.getModifierState?.('CapsLock') ?? false);
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
          onKeyDown={look}
          onKeyUp={look}
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
      {/* Always in the page: a screen reader hears only what changes in it. */}
      <span role="status" className="block text-sm text-notice">
        {capitals ? <span className="block pt-1.5">A tecla Caps Lock está ligada.</span> : null}
      </span>
    </div>
  );
}
