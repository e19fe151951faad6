/** Nobody reads a form, thinks and writes a message in less. */
export const minWritingMs = 1_500;
