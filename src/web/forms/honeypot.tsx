import { useRef, useState } from 'react';
import type { Honeypot } from '#contract/honeypot.ts';
import { minFillTimeMs } from '#domain/honeypot.ts';

/**
 * Keeps programs out of forms that anybody may send. The field is one that people neither see nor reach, and the clock
 * begins when the form is there; who is faster than a person can be, because the browser filled it in, waits the rest
 * out here and is refused nothing.
 */
export function useHoneypot() {
  const field = useRef<HTMLInputElement>(null);
  const [openedAtMs] = useState(() => performance.now());

  async function guard(): Promise<Honeypot> {
    const leftMs = minFillTimeMs - (performance.now() - openedAtMs);
    // A clock of the browser may be a little ahead of the one that counts.
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
