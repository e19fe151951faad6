import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const doneStateMs = 3_000;

type CopyButtonProps = {
  /** What is long, or changes all the time, is asked for when it is copied. */
  text: string | (() => string);
  label: string;
  doneLabel: string;
};

export function CopyButton({ text, label, doneLabel }: CopyButtonProps) {
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
      // Forbidden, or a page that came without encryption: then there is no clipboard at all.
      setState('failed');
    }
  }

  const Icon = state === 'done' ? Check : Copy;
  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        <Icon aria-hidden="true" className="size-4" />
        {state === 'done' ? doneLabel : label}
      </Button>
      <span role="status" className={state === 'failed' ? 'text-sm text-loss' : 'sr-only'}>
        {state === 'done' ? doneLabel : null}
        {state === 'failed' ? 'Não foi possível copiar. Selecione o texto e copie.' : null}
      </span>
    </>
  );
}
