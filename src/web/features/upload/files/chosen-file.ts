import { isOpenableVideo } from './file-kinds.ts';
import { type FileInspection, type PlanLimits, refusalByNameAndSize, refusalByPlan } from './file-limits.ts';

export type ChosenOptions = {
  isRecording?: boolean;
  /** The upload has a safe copy, so the caller can delete its own. */
  onStored?: () => void;
  /** The file is in the upload queue, which survives navigation. */
  onQueued?: () => void;
  onRemoved?: () => void;
};

export type ChosenFile = ChosenOptions & {
  id: number;
  file: File;
  /** Undefined during the inspection. */
  found: FileInspection | undefined;
};

export type FileRules = { limits: PlanLimits | undefined; uploadMaxBytes: number | undefined };

/** Why the browser refuses to send the file; undefined if it finds no reason. */
export function refusalOf(
  { file, isRecording = false, found }: ChosenFile,
  { limits, uploadMaxBytes }: FileRules,
) {
  const atSight = refusalByNameAndSize(file, { isRecording, uploadMaxBytes });
  return atSight ?? (found === undefined ? undefined : refusalByPlan(found, limits));
}

export const hasPicture = ({ file, found }: ChosenFile) =>
  found?.hasSound !== false && (found?.hasPicture ?? isOpenableVideo(file.name));

export const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
