type WorkerAnswer = { progress: number } | { done: unknown } | { failed: string };

type TaskOptions = { signal?: AbortSignal | undefined; onProgress?: (share: number) => void };

/** Uses one worker per task, so that an abort can terminate the worker. */
export function runInWorker<T>(
  worker: Worker,
  task: unknown,
  { signal, onProgress = () => {} }: TaskOptions = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    if ('progress' in data) onProgress(data.progress);
    else if ('done' in data) resolve(data.done as T);
    else reject(new Error(data.failed));
  };
  worker.postMessage(task);
  return promise.finally(() => {
    worker.terminate();
    signal?.removeEventListener('abort', onAbort);
  });
}

/** The other side of `runInWorker`, inside the worker. */
export function answerTask<Task>(
  work: (task: Task, onProgress: (share: number) => void) => Promise<unknown>,
) {
  const post = (answer: WorkerAnswer) => self.postMessage(answer);
  self.onmessage = async ({ data }: MessageEvent<Task>) => {
    try {
      post({ done: await work(data, (progress) => post({ progress })) });
    } catch (error) {
      post({ failed: String(error) });
    }
  };
}
