import type { Honeypot } from '#contract/honeypot.ts';
import { minWritingMs } from '#domain/summaries/writing-time.ts';

/**
 * A filled hidden field, no time or too little of it is a program's work, or an extension's: only we can tell by
 * reading, so it is kept and marked. Who is signed in was let in by more than a form, and has no clock to send.
 */
export function readHoneypot<Body extends Honeypot>(
  { spare_note = '', elapsed_ms: elapsedMs = 0, ...written }: Body,
  { signedIn = false }: { signedIn?: boolean } = {},
) {
  return { written, suspect: spare_note !== '' || (!signedIn && elapsedMs < minWritingMs) };
}
