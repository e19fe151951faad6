import { codeOf } from '#server/errors/safe-message-error.ts';
import { findInFolder, folderOfUrl } from './copy-model.ts';
import { type FetchFault, isFileVerified, ModelError, modelPaths } from './model-files.ts';
import { type LocalModel, modelUrls } from './models.ts';

const lookTimeoutMs = 3_000;

export type FindSourceFault = (model: LocalModel) => Promise<FetchFault | undefined>;

/** Checks only that the server answers. The worker brings the model itself. */
async function findServerFault(url: string): Promise<FetchFault | undefined> {
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(lookTimeoutMs) });
    return undefined;
  } catch (error) {
    // fetch reports a refused or lost connection as a TypeError with a cause.
    const { cause = error } = error instanceof Error ? error : {};
    const detail = `${url} cannot be reached: ${codeOf(cause) ?? cause}`;
    return { kind: 'server', reason: 'the server of the speech model does not answer', detail };
  }
}

type Source = Readonly<{ dataDir: string; modelsUrl: string }>;

/** Says why the server or the folder of MODELS_URL cannot give a model, or the rest of it. */
export function openSourceCheck({ dataDir, modelsUrl }: Source): FindSourceFault {
  const folder = folderOfUrl(modelsUrl);
  let asked: ReturnType<typeof findServerFault> | undefined;
  return async (model) => {
    if (folder === undefined) {
      // One request for all models, because they have the same server.
      asked ??= findServerFault(modelUrls(model, modelsUrl)[0] ?? '');
      return asked;
    }
    const files = modelPaths(dataDir, model).files.filter((file) => !isFileVerified(file));
    try {
      await findInFolder(folder, { model, files });
      return undefined;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const has = error.kind === 'wrong_content' ? 'has a damaged file of' : 'lacks files of';
      return {
        kind: 'folder',
        reason: `the folder of MODELS_URL ${has} ${model.label}, or cannot be read`,
        detail: error.message,
      };
    }
  };
}
