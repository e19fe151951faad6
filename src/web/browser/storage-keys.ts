/** Keys in the browser's storage. */
export const storageKeys = {
  theme: 'escriba.theme',
  session: 'escriba.session',
  /** Browsers of earlier releases hold this key. */
  pendingSignOut: 'escriba.owedSignOut',
  /** The account whose session ended by itself, until the next sign-out. */
  endedAccount: 'escriba.endedAccount',
  sessionEvents: 'escriba.sessionEvents',
  sessionLock: 'escriba.sessionLock',
  sandboxNotice: 'escriba.sandboxNotice',
  pendingEmail: 'escriba.pendingEmail',
  contactDraft: 'escriba.contactDraft',
  goodbye: 'escriba.goodbye',
  /** Followed by the transcription's id. */
  leftOff: 'escriba.leftOff',
  /** Followed by the account's id, a dot, and the place of the draft. */
  drafts: 'escriba.draft.',
  /** Followed by the transcription's id, a dot, and the key of the history entry. */
  readingPlace: 'escriba.readingPlace',
  /** Followed by the account's id. */
  collapsedText: 'escriba.collapsedText',
  /** Followed by the account's id. */
  sentenceTimes: 'escriba.sentenceTimes',
  /** Followed by the account's id. */
  namesReviewer: 'escriba.namesReviewer',
  /** Followed by the account's id. */
  citationStyle: 'escriba.citationStyle',
  playbackSpeed: 'escriba.playbackSpeed',
  playerShortcuts: 'escriba.playerShortcuts',
  pausesWhileWriting: 'escriba.pausesWhileWriting',
  /** Followed by the account's id, a dot, and the upload's id. */
  uploads: 'escriba.upload.',
  /** Followed by the account's id, a dot, and the upload's id at the server. */
  discardedUploads: 'escriba.discardedUpload.',
  /** Followed by the account's id. */
  language: 'escriba.language',
  wholeVideo: 'escriba.wholeVideo',
  microphone: 'escriba.microphone',
  discardedRecordings: 'escriba.discardedRecordings',
} as const;
