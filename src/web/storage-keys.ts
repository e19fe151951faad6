/** The fixed keys of what the browser keeps for us. */
export const storageKeys = {
  theme: 'escriba.theme',
  session: 'escriba.session',
  owedSignOut: 'escriba.owedSignOut',
  sessionEvents: 'escriba.sessionEvents',
  sessionLock: 'escriba.sessionLock',
  sandboxNotice: 'escriba.sandboxNotice',
  pendingEmail: 'escriba.pendingEmail',
  contactDraft: 'escriba.contactDraft',
  goodbye: 'escriba.goodbye',
  textDraft: 'escriba.textDraft',
  /** Followed by the transcription's id. */
  promptDraft: 'escriba.promptDraft',
  /** Followed by the transcription's id. */
  leftOff: 'escriba.leftOff',
  playbackSpeed: 'escriba.playbackSpeed',
  playerShortcuts: 'escriba.playerShortcuts',
  /** Followed by the upload's id. */
  uploads: 'escriba.upload.',
  wholeVideo: 'escriba.wholeVideo',
  microphone: 'escriba.microphone',
  discardedRecordings: 'escriba.discardedRecordings',
} as const;
