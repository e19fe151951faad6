import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast.tsx';

const doneStateMs = 3_000;
export const copyFailedText = 'Não foi possível copiar. Selecione o texto e copie.';

/** For a menu, which closes before its entry could show the result. */
export async function copyText(text: string, doneText: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(doneText, { durationMs: doneStateMs });
  } catch {
    toast.error(copyFailedText);
  }
}

type CopyButtonProps = {
  /** A function computes the text on click, for long or frequently changing text. */
  text: string | (() => string);
  label: string;
  doneLabel: string;
  variant?: 'secondary' | 'quiet';
  /** Shows the symbol alone if its container is narrow. */
  isNarrow?: boolean;
};

export function CopyButton(props: CopyButtonProps) {
  const { text, label, doneLabel, variant = 'secondary', isNarrow = false } = props;
  const [state, setState] = useState<'ready' | 'done' | 'failed'>('ready');

  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => setState('ready'), doneStateMs);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setState('done');
    } catch {
      // The browser refused, or the page has no HTTPS and therefore no clipboard API.
      setState('failed');
    }
  }

  const Icon = state === 'done' ? Check : Copy;
  return (
    <>
      <Button variant={variant} onClick={() => void copy()} title={isNarrow ? label : undefined}>
        <Icon aria-hidden="true" className="size-4" />
        <span className={isNarrow ? 'sr-only @form:not-sr-only' : 'contents'}>
          {state === 'done' ? doneLabel : label}
        </span>
      </Button>
      <span role="status" className={state === 'failed' ? 'text-sm text-loss' : 'sr-only'}>
        {state === 'done' ? doneLabel : null}
        {state === 'failed' ? copyFailedText : null}
      </span>
    </>
  );
}
