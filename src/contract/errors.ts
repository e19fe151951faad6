import { z } from 'zod';
import { type ErrorCode, recoveries } from '#domain/error-codes.ts';

export type { ErrorCode };
export const errorCodes = Object.keys(recoveries) as ErrorCode[];

export const ErrorBodySchema = z.object({
  error: z.string().describe('Texto em português, pronto para a tela'),
  more: z.string().optional().describe('O que fizemos ou o que a pessoa pode fazer, em uma segunda frase'),
  code: z.enum(errorCodes),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional().describe('Um texto por campo recusado'),
});

export type ErrorBody = z.infer<typeof ErrorBodySchema>;
