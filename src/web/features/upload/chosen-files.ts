import { useEffect, useRef, useState } from 'react';
import {
  type FoundInFile,
  isOpenableVideo,
  type PlanLimits,
  refusalAtSight,
  refusalByPlan,
} from './file-rules.ts';
import { inspectFile } from './inspect-file.ts';

export type ChosenOptions = {
  isRecording?: boolean;
  /** Whoever gave the file need not keep it any more. */
  onStored?: () => void;
  /** It is sent, whichever screen is shown. */
  onQueued?: () => void;
  /** The person took it off the list. */
  onRemoved?: () => void;
};

export type ChosenFile = ChosenOptions & {
  id: number;
  file: File;
  /** Undefined while the file is being looked into. */
  found: FoundInFile | undefined;
};

export type FileRules = { limits: PlanLimits | undefined; uploadMaxBytes: number | undefined };

/** Why it is not sent, as far as the browser can tell. */
export function refusalOf(
  { file, isRecording = false, found }: ChosenFile,
  { limits, uploadMaxBytes }: FileRules,
) {
  const atSight = refusalAtSight(file, { isRecording, uploadMaxBytes });
  return atSight ?? (found === undefined ? undefined : refusalByPlan(found, limits));
}

export const hasPicture = ({ file, found }: ChosenFile) =>
  isOpenableVideo(file.name) && found?.hasSound !== false;

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

let made = 0;

/** The files of the form, before they are sent; each is looked into as soon as it is chosen. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const latest = useRef(chosen);
  latest.current = chosen;
  const looking = useRef<Promise<unknown>[]>([]);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function look({ id, file }: ChosenFile) {
    const found = await inspectFile(file);
    if (!isShown.current) return;
    const next = latest.current.map((each) => (each.id === id ? { ...each, found } : each));
    latest.current = next;
    setChosen(next);
  }

  return {
    chosen,
    add(files: readonly File[], options: ChosenOptions = {}) {
      const fresh = files
        .filter((file) => !latest.current.some((each) => isSame(each.file, file)))
        .map((file) => ({ ...options, id: ++made, file, found: undefined }));
      latest.current = [...latest.current, ...fresh];
      setChosen(latest.current);
      for (const each of fresh) {
        const { file, isRecording = false } = each;
        if (refusalAtSight(file, { isRecording, uploadMaxBytes: undefined }) === undefined)
          looking.current.push(look(each));
      }
    },
    remove(id: number) {
      latest.current = latest.current.filter((each) => each.id !== id);
      setChosen(latest.current);
    },
    /** Once all have been looked into. */
    async settled(): Promise<readonly ChosenFile[]> {
      await Promise.all(looking.current);
      return latest.current;
    },
  };
}
