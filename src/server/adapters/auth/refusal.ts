import type { ErrorCode } from '#contract/errors.ts';
import { AppError, codeOfRefusal } from '../../errors/app-error.ts';

/** Better Auth's words on the left. What is missing here keeps only the meaning of its status. */
const codes: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
  EMAIL_NOT_VERIFIED: 'email_unconfirmed',
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  // Two sign-ups of one address at the same moment: the database let only one of them in.
  FAILED_TO_CREATE_USER: 'conflict',
  PASSWORD_TOO_SHORT: 'password_too_short',
  INVALID_PASSWORD: 'wrong_password',
  INVALID_TOKEN: 'token_invalid',
  TOKEN_EXPIRED: 'token_invalid',
};

/** What Better Auth's refusal means in our words; its own text is English and stays here. */
export async function refusalOf(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => undefined);
  const word =
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
      ? body.code
      : '';
  if (response.status >= 500)
    return new AppError('internal', { cause: new Error(`Better Auth answered ${response.status} ${word}`) });
  return new AppError(codes[word] ?? codeOfRefusal(response.status) ?? 'internal');
}
