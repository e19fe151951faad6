/** Seen in the list of mails, where rules of a mailbox can sort by it too. */
export function suspectSubject(subject: string, suspect: boolean | undefined): string {
  return suspect === true ? `[suspeita] ${subject}` : subject;
}
