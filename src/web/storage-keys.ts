/** The fixed keys of what the browser keeps for us. */
export const storageKeys = {
  theme: 'escriba.theme',
  session: 'escriba.session',
  sandboxNotice: 'escriba.sandboxNotice',
  pendingEmail: 'escriba.pendingEmail',
  goodbye: 'escriba.goodbye',
} as const;
