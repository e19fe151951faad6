/** Nobody reads a form, thinks and writes a message in less. */
export const minFillTimeMs = 1_500;
