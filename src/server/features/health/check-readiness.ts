import { access, constants } from 'node:fs/promises';
import type { Ready, ReadyPart } from '#contract/health.ts';
import { checkFfmpegInstalled } from '#server/adapters/media/run-ffmpeg.ts';
import type { Readiness } from '#server/adapters/speech/engine.ts';
import { inTime } from '#server/concurrency/in-time.ts';
import type { Deps } from '#server/deps.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

/**
 * Above the 8 s that a request waits for the database, so only a part that hangs meets it. With 2 s, a load balancer
 * dropped processes of a busy machine that still served requests. A caller must wait longer than this.
 */
export const partTimeoutMs = 9_000;

type FetchingModel = Extract<Readiness, { state: 'fetching_model' }>;

type Part = {
  name: string;
  check: Promise<unknown>;
  failureReason: string;
  /** The process still serves most requests without it, so a load balancer must not drop every process. */
  isPartial?: boolean;
  /** What the operator should know, although the part works. */
  notice?: string;
  /** A known state that is no fault: the log would repeat it with each check. */
  known?: ReadyPart;
};

/** The endpoint is public, so it returns a fixed sentence. The log has the real error with its addresses. */
async function within(
  { name, check, failureReason, notice, known }: Part,
  log: Deps['log'],
): Promise<[string, ReadyPart]> {
  if (known !== undefined) return [name, known];
  try {
    await inTime(check, partTimeoutMs);
    return [name, { ready: true, ...(notice === undefined ? {} : { reason: notice }) }];
  } catch (error) {
    log.warn({ part: name, err: error }, 'a part of the server is not ready');
    return [name, { ready: false, reason: failureReason }];
  }
}

/**
 * The pages of this process. All throw: `requireFrame` if no visitor is served, `renderAll` if a visitor of one page
 * gets an error, `requireCurrent` also for old pages.
 */
export type PublicPages = Readonly<
  Record<'requireFrame' | 'renderAll' | 'requireCurrent', () => Promise<void>>
>;

const pageParts = ({ requireFrame, renderAll, requireCurrent }: PublicPages): Part[] => [
  {
    name: 'frame',
    check: requireFrame(),
    failureReason: 'the frame of the dashboard, or every public page, cannot be rendered',
  },
  {
    name: 'pages',
    check: renderAll(),
    failureReason: 'a page cannot be rendered: its visitors get an error, and other pages are served',
    // One row of the plans must not take dashboard and API out of every load balancer after a restart.
    isPartial: true,
  },
  {
    name: 'currentPages',
    check: requireCurrent(),
    failureReason:
      'a page cannot be rendered with the current plans and facts: its visitors read the last one',
    isPartial: true,
  },
];

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

const withNotice = (notice: string | undefined, reason: string) =>
  notice === undefined ? reason : `${notice}; ${reason}`;

function fetchingPart({ doneBytes, totalBytes }: FetchingModel, notice: string | undefined): Part {
  const size = `${megabytes(doneBytes)} of ${megabytes(totalBytes)} MB`;
  const fetching = `fetching the speech model: ${size} are there, and recordings wait for it`;
  const failureReason = withNotice(notice, fetching);
  return {
    name: 'speech',
    check: Promise.resolve(),
    failureReason,
    isPartial: true,
    known: { ready: false, reason: failureReason, done_bytes: doneBytes, total_bytes: totalBytes },
  };
}

/** Only a worker needs the engine. A page of this process is served without it, and recordings wait for it. */
function speechParts({ config, speech }: Deps): Part[] {
  if (!config.roles.includes('worker')) return [];
  const readiness = speech.readiness();
  const { notice } = speech;
  if (readiness.state === 'fetching_model') return [fetchingPart(readiness, notice)];
  if (readiness.state === 'unavailable' && readiness.publicReason !== undefined) {
    const check = Promise.reject(new SafeMessageError(readiness.reason));
    return [
      { name: 'speech', check, failureReason: withNotice(notice, readiness.publicReason), isPartial: true },
    ];
  }
  if (notice === undefined) return [];
  return [{ name: 'speech', check: Promise.resolve(), failureReason: notice, notice }];
}

/** Tells a load balancer and a new operator whether this process can serve, and if not, which part is missing. */
export async function checkReadiness(deps: Deps, pages: PublicPages | undefined): Promise<Ready> {
  const { config, databaseHealth, storageHealth, queue, diskReserve, log } = deps;
  const parts: Part[] = [
    { name: 'database', check: databaseHealth.ping(), failureReason: 'the database does not answer' },
    { name: 'jobs', check: queue.ping(), failureReason: 'the job queue does not answer' },
    {
      name: 'storage',
      check: storageHealth.ping(),
      failureReason: 'the storage of files does not answer: texts are read, nothing is taken or played',
      isPartial: true,
    },
    {
      name: 'dataFolder',
      check: access(config.dataDir, constants.W_OK),
      failureReason: 'the data folder cannot be written to',
    },
    {
      name: 'diskSpace',
      // Before any upload is refused, so that the operator can make room in time.
      check: diskReserve.requireForUpload(config.uploads.maxBytes),
      failureReason:
        'the disk cannot take a file of UPLOAD_MAX_BYTES above DISK_RESERVE_BYTES: texts are read, recordings play, large uploads are refused, and soon all',
      isPartial: true,
    },
    {
      name: 'ffmpeg',
      check: checkFfmpegInstalled(),
      failureReason: 'ffmpeg or ffprobe does not run here: install ffmpeg (script/bootstrap does)',
    },
    ...speechParts(deps),
    ...(pages === undefined ? [] : pageParts(pages)),
  ];
  const checked = await Promise.all(parts.map((part) => within(part, log)));
  const notReady = parts.filter((_part, at) => checked[at]?.[1].ready === false);
  const serves = notReady.every(({ isPartial }) => isPartial === true);
  const status = notReady.length === 0 ? 'ok' : serves ? 'degraded' : 'not_ready';
  return { status, parts: Object.fromEntries(checked) };
}
