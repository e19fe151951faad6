/** One text for an id that cannot exist and for one that does not exist, or belongs to another account. */
export const notFoundTexts = {
  transcription: 'Transcrição não encontrada.',
  summary: 'Resumo não encontrado.',
  prompt: 'Prompt não encontrado.',
  factor: 'Fator não encontrado.',
} as const;
