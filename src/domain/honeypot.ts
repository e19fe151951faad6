/** A person needs longer to read a form and write a message. */
export const minFillTimeMs = 1_500;
