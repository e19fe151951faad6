/** Its keyboard has a command key in place of Ctrl. */
export const isAppleDevice = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
