import { type ReactNode, useRef, useState } from 'react';
import { codeLength } from '#contract/factors.ts';
import { Field } from '#web/ui/form.tsx';
import { CodeInput } from '#web/ui/inputs.tsx';

export function useCodeField() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  /** Selects the code, so that the next one replaces it. */
  function refuse(text: string) {
    setError(text);
    input.current?.focus();
    input.current?.select();
  }

  /** Refuses an incomplete code. */
  function isComplete(typed = code) {
    if (typed.length < codeLength) refuse('Digite o código de 6 números.');
    return typed.length === codeLength;
  }

  function change(typed: string) {
    setCode(typed);
    setError(undefined);
  }

  return { code, change, error, clearError: () => setError(undefined), refuse, isComplete, input };
}

type CodeFieldProps = {
  field: ReturnType<typeof useCodeField>;
  hint: ReactNode;
  autoFocus?: boolean;
  /** Runs after the field has the new code. */
  onChange?: (code: string) => void;
};

export function CodeField({ field, hint, autoFocus = false, onChange }: CodeFieldProps) {
  return (
    <Field label="Código de 6 números" hint={hint} error={field.error} required>
      {(control) => (
        <CodeInput
          {...control}
          ref={field.input}
          autoFocus={autoFocus}
          length={codeLength}
          value={field.code}
          onValueChange={(code) => {
            field.change(code);
            onChange?.(code);
          }}
        />
      )}
    </Field>
  );
}
