/** Quotation marks inside a quotation become single ones. A sign for inches stays. */
function innerMarks(text: string): string {
  let isOpen = false;
  return text.replace(/[“”„"]/g, (sign, at: number) => {
    const opens = sign === '"' ? !isOpen && /^$|[\s([{—–‘“]/.test(text.charAt(at - 1)) : sign !== '”';
    if (!opens && !isOpen && sign === '"') return sign;
    isOpen = opens;
    return opens ? '‘' : '’';
  });
}

export const quoted = (text: string) => `“${innerMarks(text)}”`;

/** The sentence ends after its source, so its own full stop goes. An ellipsis and the stop of "etc." or "S.A." stay. */
export const withoutStop = (text: string) => text.replace(/(?<!\.|\betc|\b[A-Z])\.$/, '');
