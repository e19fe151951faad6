import { useContext, useState } from 'react';
import { readStored, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { DraftOwner } from '#web/forms/drafts.ts';

const yes = 'yes';

/** A choice of this account for all its transcriptions, off at first. */
function useTextChoice(name: string) {
  const key = `${name}.${useContext(DraftOwner)}`;
  const [isOn, setOn] = useState(() => readStored(key) === yes);
  return {
    isOn,
    toggle() {
      setOn(!isOn);
      writeStored(key, isOn ? null : yes);
    },
  };
}

/** The text in a box of 300 px instead of the page. */
export const useCollapsedText = () => useTextChoice(storageKeys.collapsedText);

/** One row with its time for each segment, instead of paragraphs. */
export const useSentenceTimes = () => useTextChoice(storageKeys.sentenceTimes);

/** Documents say who has reviewed how much. Off at first, because a document may go to strangers. */
export const useNamesReviewer = () => useTextChoice(storageKeys.namesReviewer);
