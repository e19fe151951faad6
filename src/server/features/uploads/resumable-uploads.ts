import { openTus, type Tus, type TusPresent } from '../../adapters/tus/tus-server.ts';
import type { Deps } from '../../deps.ts';
import { beginUpload, requireRoom } from './begin-upload.ts';
import { dropUpload } from './drop-upload.ts';
import { ownUpload } from './own-upload.ts';
import { shownName } from './store-upload.ts';

export const uploadsPath = '/api/uploads';

/** Uploads that go on where they broke, after a lost line or a restart of either side. */
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
        beginUpload(deps, actor, { fileName: shownName(fileName), bytes }),
      check: async (actor, id, { writes }) => {
        await ownUpload(deps, actor, id);
        if (writes) await requireRoom(deps);
      },
      removed: (id) => dropUpload(deps, id),
    },
  });
}
