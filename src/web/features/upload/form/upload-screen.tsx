import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useInstallation } from '#web/app/installation.ts';
import { paths } from '#web/app/paths.ts';
import { useAccount } from '#web/features/auth/session/signed-in-only.tsx';
import { planUsageQuery } from '#web/features/billing/api.ts';
import { DropMark, usePageDrop } from '../drop/page-drop.tsx';
import { type ChosenOptions, refusalOf } from '../files/chosen-file.ts';
import { fileRefusalTexts, toPlanLimits } from '../files/file-limits.ts';
import { joinFiles } from '../queue/join-files.ts';
import { readLastLanguage, rememberLanguage } from '../queue/last-language.ts';
import { isUploadRunning } from '../queue/upload-item.ts';
import { useDrops, useUploads } from '../queue/uploads-provider.tsx';
import { UploadList } from '../tray/upload-row.tsx';
import { useChosenFiles } from './chosen-files.tsx';
import { joiningOf } from './joining.ts';
import { type UploadChoices, UploadForm } from './upload-form.tsx';

export type TakeRecording = (file: File, options: Omit<ChosenOptions, 'isRecording'>) => void;

type UploadScreenProps = {
  planName: string | undefined;
  /** The recorder, whose recordings are added like chosen files. */
  recorder?: (take: TakeRecording) => ReactNode;
};

/** Opens the transcription of a single upload when it is done, unless the user has chosen more files. */
function useFollow(hasChosen: boolean) {
  const [followed, follow] = useState<string>();
  const { queue, items } = useUploads();
  const navigate = useNavigate();
  const item = items.find(({ id }) => id === followed);
  const { stage, jobId } = item ?? {};
  const go = useEffectEvent((to: string) => {
    if (hasChosen || followed === undefined) return;
    void queue.cancel(followed);
    void navigate(to);
  });
  useEffect(() => {
    if (stage === 'done') go(jobId === undefined ? paths.transcriptions : paths.transcription(jobId));
  }, [stage, jobId]);
  return follow;
}

function focusNextStep(root: HTMLElement | null) {
  root?.querySelector<HTMLElement>('[data-next-step] :is(input, button, a)')?.focus();
}

export function UploadScreen({ planName, recorder }: UploadScreenProps) {
  const { queue, items } = useUploads();
  const { drops, left } = useDrops();
  const files = useChosenFiles();
  const usage = useQuery(planUsageQuery).data;
  const installation = useInstallation();
  const { id: userId } = useAccount();
  const languages = installation.speechLanguages ?? [];
  const limits = toPlanLimits(usage, planName);
  const rules = { limits, uploadMaxBytes: installation.uploadMaxBytes };
  const follow = useFollow(files.chosen.length > 0);
  const [error, setError] = useState<string>();
  const [isPreparing, setIsPreparing] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const isOver = usePageDrop({
    onFiles({ files: dropped, folderFaults }) {
      add(dropped);
      if (folderFaults.length > 0) setError(folderFaults.join(' '));
    },
  });

  function add(chosen: File[], options?: ChosenOptions) {
    setError(undefined);
    files.add(chosen, options);
  }

  const takeLeft = useEffectEvent(() => {
    const files = drops.takeLeft().map(({ file }) => file);
    if (files.length > 0) add(files);
  });
  useEffect(() => {
    if (left.length > 0) takeLeft();
  }, [left]);

  function remove(id: number) {
    files.chosen.find((each) => each.id === id)?.onRemoved?.();
    files.remove(id);
  }

  function replace(id: number, others: File[]) {
    remove(id);
    add(others);
  }

  async function submit({ title, language, voices, sendsWholeVideo, joins }: UploadChoices) {
    if (files.chosen.length === 0) return setError(fileRefusalTexts.missing);
    setIsPreparing(true);
    const settled = await files.settled();
    setIsPreparing(false);
    const good = settled.filter((each) => refusalOf(each, rules) === undefined);
    // Each file shows its own refusal, so move the focus to the first suggested action.
    if (good.length === 0) return focusNextStep(form.current);
    setError(undefined);
    rememberLanguage(userId, language);
    const isJoined = joins && good.length > 1;
    // An inspection may have found a film or a long file since the press. The form now says what is possible.
    if (isJoined && joiningOf(good, limits)?.isOffered !== true) return;
    for (const { id, onQueued } of good) {
      files.remove(id);
      onQueued?.();
    }
    const ids = isJoined
      ? [queue.add({ ...joinFiles(good.map(({ file }) => file)), language, voices })]
      : good.map(({ file, isRecording, onStored }) =>
          queue.add({
            file,
            language,
            voices,
            sendsWholeVideo,
            isRecording,
            onStored,
            title: settled.length === 1 && title.trim() !== '' ? title.trim() : undefined,
          }),
        );
    follow(ids.length === 1 && good.length === settled.length ? ids[0] : undefined);
    // The submit button has moved, so move the focus to the list.
    requestAnimationFrame(() => listHeading.current?.focus());
  }

  return (
    <div
      ref={form}
      className="mt-8 grid max-w-reading items-start gap-x-12 gap-y-8 xl:max-w-none xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      {isOver ? <DropMark>Solte para escolher</DropMark> : null}
      {items.length === 0 ? null : (
        <section aria-labelledby="uploads" className="min-w-0 xl:order-last">
          <h2 id="uploads" ref={listHeading} tabIndex={-1} className="font-semibold outline-none">
            Envios
          </h2>
          <UploadList items={items} queue={queue} label="Envios" onOther={add} />
        </section>
      )}
      <UploadForm
        chosen={files.chosen}
        rules={rules}
        languages={languages}
        findsVoices={installation.findsVoices === true}
        lastLanguage={readLastLanguage(userId, languages)}
        error={error}
        isSending={isPreparing || (files.chosen.length === 0 && items.some(isUploadRunning))}
        isPreparing={isPreparing}
        onFiles={add}
        onRemove={remove}
        onReplace={replace}
        onSubmit={(choices) => void submit(choices)}
        recorder={recorder?.((file, options) => add([file], { ...options, isRecording: true }))}
      />
    </div>
  );
}
