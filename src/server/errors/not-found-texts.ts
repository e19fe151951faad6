/** The same text for a malformed id, an unknown id and an id of another account. */
export const notFoundTexts = {
  transcription: 'Transcrição não encontrada.',
  summary: 'Resumo não encontrado.',
  prompt: 'Prompt não encontrado.',
  factor: 'Fator não encontrado.',
} as const;
