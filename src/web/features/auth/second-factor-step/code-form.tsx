import { type FormEvent, useEffect, useRef, useState } from 'react';
import { codeLength, type Factor } from '#contract/factors.ts';
import { failedCallOutcome } from '../../../forms/call-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { type FormOutcome, FormStatus } from '../../../ui/form-status.tsx';
import type { CodeCheck } from './create-code-check.ts';

type CodeFormProps = {
  factor: Factor;
  check: CodeCheck;
  /** False while somebody still moves through the list of factors. */
  takesFocus: boolean;
  onPassed: () => Promise<void>;
  /** No code opens this challenge any more. */
  onOver: (text: string) => void;
};

const incomplete = 'Digite o código de 6 números.';
const notChecked = 'Não foi possível conferir o código. Tente novamente.';

export function CodeForm({ factor, check, takesFocus, onPassed, onOver }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<FormOutcome>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const sentByItself = useRef<string>(undefined);
  const refused = useRef<{ code: string; text: string }>(undefined);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  function refuse(text: string) {
    setError(text);
    // The next one is typed over it.
    field.current?.focus();
    field.current?.select();
  }

  async function submit(typed: string) {
    if (sending.current) return;
    if (typed.length < codeLength) return refuse(incomplete);
    // Enter after a code that went by itself would spend a second try on the same mistake.
    if (typed === refused.current?.code) return refuse(refused.current.text);
    sending.current = true;
    setBusy(true);
    setError(undefined);
    setOutcome(undefined);
    try {
      const result = await check.check(typed);
      if (result.kind === 'passed') await onPassed();
      else if (result.kind === 'over') onOver(result.text);
      else {
        refused.current = { code: typed, text: result.text };
        refuse(result.text);
      }
    } catch (fault) {
      setOutcome(failedCallOutcome(fault, { other: notChecked }));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function change(typed: string) {
    setCode(typed);
    setError(undefined);
    setOutcome(undefined);
    // Once for each code: one that was refused goes again only when somebody asks for it.
    if (typed.length !== codeLength || typed === sentByItself.current) return;
    sentByItself.current = typed;
    void submit(typed);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(code);
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <Field
        label="Código de 6 números"
        hint={
          factor.factor_type === 'phone'
            ? `Enviado por SMS para o telefone terminado em ${factor.phone ?? '…'}.`
            : `Está no aplicativo autenticador, em “${factor.friendly_name}”.`
        }
        error={error}
        required
      >
        {(control) => (
          <CodeInput {...control} ref={field} length={codeLength} value={code} onValueChange={change} />
        )}
      </Field>
      <div className="grid">
        <Button type="submit" size="large" className="w-full" busy={busy}>
          {busy ? 'Conferindo...' : 'Confirmar'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </form>
  );
}
