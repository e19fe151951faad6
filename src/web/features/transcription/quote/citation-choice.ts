import { useContext, useState } from 'react';
import { type CitationStyle, citationStyles } from '#domain/citation/citation.ts';
import { readStored, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { DraftOwner } from '#web/forms/drafts.ts';

export const styleNames: Readonly<Record<CitationStyle, string>> = {
  short: 'Curta',
  abnt: 'ABNT',
  petition: 'Petição',
  press: 'Imprensa',
  markdown: 'Markdown',
};

/** The last style of this account, for all its transcriptions. */
export function useCitationStyle(): [CitationStyle, (style: CitationStyle) => void] {
  const key = `${storageKeys.citationStyle}.${useContext(DraftOwner)}`;
  const [style, setStyle] = useState(
    () => citationStyles.find((each) => each === readStored(key)) ?? 'short',
  );
  return [
    style,
    (next) => {
      setStyle(next);
      writeStored(key, next);
    },
  ];
}
