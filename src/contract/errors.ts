import { z } from 'zod';

/** Stable: clients and logs rely on these words, so one is never renamed, only added. */
export const errorCodes = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'database_unavailable',
  'shutting_down',
  'internal',
  'wrong_credentials',
  'wrong_password',
  'email_unconfirmed',
  'email_taken',
  'password_too_short',
  'token_invalid',
  'password_weak',
  'password_leaked',
  'password_unset',
  'current_password_required',
  'account_not_found',
  'access_token_expired',
  'second_factor_required',
  'google_unavailable',
  'code_wrong',
  'challenge_over',
  'factor_exists',
  'too_many_factors',
  'sms_not_sent',
  'upload_out_of_step',
  'upload_in_use',
  'upload_unfinished',
  'too_many_uploads',
  'file_missing',
  'file_empty',
  'file_unreadable',
  'format_invalid',
  'audio_missing',
  'file_too_long',
  'quota_spent',
  'storage_unavailable',
  'storage_full',
  'text_changed_elsewhere',
  'plan_required',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const ErrorBodySchema = z.object({
  error: z.string().describe('Texto em português, pronto para a tela'),
  code: z.enum(errorCodes),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional().describe('Um texto por campo recusado'),
});

export type ErrorBody = z.infer<typeof ErrorBodySchema>;
