/** Nobody reads a form, thinks and writes a message in less. */
export const leastWritingMs = 1_500;
