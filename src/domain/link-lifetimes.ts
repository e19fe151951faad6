/** The lifetimes of mailed links. The mails state them, so both must come from here. */
export const magicLinkMinutes = 15;
/** Links that confirm or change an address, or set a new password. */
export const accountLinkMinutes = 60;
