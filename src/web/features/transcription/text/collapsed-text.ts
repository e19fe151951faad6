import { useContext, useState } from 'react';
import { readStored, writeStored } from '../../../browser/local-storage.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';
import { DraftOwner } from '../../../forms/drafts.ts';

const collapsed = 'yes';

/** Whether this account reads texts in a box of 300 px. The choice applies to all its transcriptions. */
export function useCollapsedText() {
  const key = `${storageKeys.collapsedText}.${useContext(DraftOwner)}`;
  const [isCollapsed, setCollapsed] = useState(() => readStored(key) === collapsed);
  return {
    isCollapsed,
    toggle() {
      setCollapsed(!isCollapsed);
      writeStored(key, isCollapsed ? null : collapsed);
    },
  };
}
