import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runningPostmaster, startPostgresProcess } from './embedded-postgres.ts';
import { clearAbandonedFolders, temporaryFolder } from './temporary-folder.ts';

test('the next run ends and removes what a killed run left behind, and spares what a running one uses', async () => {
  const gone = spawn('true');
  await once(gone, 'exit');
  // Use a separate base: another run that starts now would remove the folder during this test.
  await using base = await temporaryFolder();
  const abandoned = join(base.path, `escriba-tmp-${gone.pid}-left`);
  const dataDir = join(abandoned, 'data');
  await mkdir(dataDir, { recursive: true });
  await chmod(abandoned, 0o755);
  const left = startPostgresProcess(dataDir);
  await left.started;
  await left.killHard();
  const clusterFolder = join(dataDir, 'postgres');
  expect(await runningPostmaster({ clusterFolder })).toBeDefined();
  const used = join(base.path, `escriba-tmp-${process.pid}-used`);
  await mkdir(used);

  await clearAbandonedFolders([base.path]);
  expect(await runningPostmaster({ clusterFolder })).toBeUndefined();
  await expect(access(abandoned)).rejects.toThrow(/ENOENT/);
  await access(used);
});
