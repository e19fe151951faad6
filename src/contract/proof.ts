import { z } from 'zod';
import { lengthCheckedPassword } from './account.ts';
import { VerifyFactorSchema } from './factors.ts';

export const proofWays = ['second_factor', 'password', 'email'] as const;
/** How an account proves its identity again. A second factor has its own calls. */
export type ProofWay = (typeof proofWays)[number];

export const ProofSchema = z.object({
  way: z.enum(proofWays),
  email: z.string().describe('Para onde vai o código, se for por e-mail'),
});

export const PasswordProofSchema = z.strictObject({ password: lengthCheckedPassword('Digite sua senha.') });

export const CodeProofSchema = z.strictObject({ code: VerifyFactorSchema.shape.code });
