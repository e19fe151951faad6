import { openTus, type Tus, type TusPresent } from '../../adapters/tus/tus-server.ts';
import type { Deps } from '../../deps.ts';
import { beginUpload, requireDiskSpace } from './begin-upload.ts';
import { displayFileName } from './store-upload.ts';
import { deleteUpload, findOwnUpload } from './uploads.ts';

export const uploadsPath = '/api/uploads';

/** Uploads that resume after a lost connection or a restart of either side. */
export function openResumableUploads(deps: Deps, present: TusPresent): Tus {
  const { db, config, uploads } = deps;
  return openTus({
    db,
    uploads,
    path: uploadsPath,
    maxBytes: config.uploads.maxBytes,
    present,
    rules: {
      create: (actor, { fileName, bytes }) =>
        beginUpload(deps, actor, { fileName: displayFileName(fileName), bytes }),
      check: async (actor, id, { writes }) => {
        await findOwnUpload(deps, actor, id);
        if (writes) await requireDiskSpace(deps);
      },
      removed: (id) => deleteUpload(deps, id),
    },
  });
}
