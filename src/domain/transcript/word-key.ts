/** A word without the punctuation around it. */
export const withoutSigns = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Words with the same key count as equal, whatever their punctuation and capitals. */
export const wordKey = (word: string) => withoutSigns(word).toLocaleLowerCase('pt-BR');
