/**
 * Chat templates mark turns with words such as `<|im_end|>`, `<start_of_turn>` and `[INST]`. Most servers also accept
 * them from inside a message, so a recording that holds one could end its own message and begin one of the system.
 */
const angle = /<(?=[^\s])/g;
const bracket = /\[(?=\||\/?g?[A-Z][A-Z_]+\])/g;

/** A space after the first sign makes ordinary text of every such word, and people and models still read it. */
export const neutralizeSpecialTokens = (text: string) => text.replace(angle, '< ').replace(bracket, '[ ');
