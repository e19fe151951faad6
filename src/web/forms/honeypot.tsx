import { useRef, useState } from 'react';
import type { Honeypot } from '#contract/messages.ts';
import { minFillTimeMs } from '#domain/honeypot.ts';

/**
 * Keeps bots out of public forms with a hidden field and a minimum fill time. A person with browser autofill may
 * be faster than that. `guard` then waits for the rest of the time, so the server does not refuse the form.
 */
export function useHoneypot() {
  const field = useRef<HTMLInputElement>(null);
  const [openedAtMs] = useState(() => performance.now());

  async function guard(): Promise<Honeypot> {
    const leftMs = minFillTimeMs - (performance.now() - openedAtMs);
    // A timer may fire slightly early, so add a margin.
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs + 20));
    return { spare_note: field.current?.value ?? '', elapsed_ms: Math.round(performance.now() - openedAtMs) };
  }

  const hiddenField = (
    <div aria-hidden="true" className="absolute size-px overflow-hidden opacity-0">
      <label>
        Deixe em branco
        <input
          ref={field}
          type="text"
          name="spare_note"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-lpignore="true"
        />
      </label>
    </div>
  );
  return { guard, hiddenField };
}
