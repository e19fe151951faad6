/**
 * The address under which a message is kept whose sender only said who they are. It is nobody's address, so the message
 * is not handed out with the account of whoever was named; it still goes when that account goes.
 */
export const unconfirmedEmail = (email: string): string => `não confirmado: ${email}`;
