import { AppError } from '../../../errors/app-error.ts';

/** Says how many tries are left, or that a new code is needed. */
export function refuseCode(triesLeft: number): AppError {
  if (triesLeft <= 0)
    return new AppError('challenge_over', {
      text: 'Foram cinco códigos errados. Peça um novo e tente de novo.',
    });
  const tries = triesLeft === 1 ? 'Resta 1 tentativa.' : `Restam ${triesLeft} tentativas.`;
  return new AppError('code_wrong', { text: `Código incorreto. ${tries}` });
}
