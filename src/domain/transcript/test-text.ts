/** For rows and cards, which have room for a label only. */
export const testTextLabel = 'Texto de teste';

/**
 * Each file with a text of the sandbox begins with it. Otherwise a court could take the text for the spoken words.
 * It stays true if the operator chose the sandbox, and after a model was installed.
 */
export const testTextNote = 'Texto de teste: feito sem modelo de fala. Não é o que foi dito na gravação.';

export const testSummaryNote =
  'Resumo de um texto de teste, feito sem modelo de fala. Não é o que foi dito na gravação.';

/** Short enough for one line of a subtitle. */
export const testCueLine = '[Texto de teste: não é o que foi dito]';
