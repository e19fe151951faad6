import type { FastifyRequest } from 'fastify';
import { type FormGuard, leastWritingMs } from '#contract/form-guard.ts';
import { AppError } from '../app-error.ts';

/**
 * After the body is checked, before anything is kept. Who was too fast may be a person with a browser that fills
 * forms, and is told to try again.
 */
export async function refuseHaste(request: FastifyRequest) {
  const { elapsed_ms } = request.body as FormGuard;
  if (elapsed_ms !== undefined && elapsed_ms < leastWritingMs)
    throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(leastWritingMs / 1_000) });
}

/** A filled hidden field is a program's work, or an extension's: only we can tell by reading, so it is kept and marked. */
export function unguarded<Body extends FormGuard>({ spare_note = '', elapsed_ms: _, ...written }: Body) {
  return { written, suspect: spare_note !== '' };
}
