import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runningPostmaster, startPostgresProcess } from './embedded-postgres.ts';
import { clearAbandonedFolders, temporaryFolder } from './temporary-folder.ts';

test('clearAbandonedFolders removes the folders and databases of a killed run, but not those of a running one', async () => {
  const killedRun = spawn('true');
  await once(killedRun, 'exit');
  // Use a separate base folder, because another run that starts now would remove the folder during this test.
  await using base = await temporaryFolder();
  const abandoned = join(base.path, `escriba-tmp-${killedRun.pid}-left`);
  const dataDir = join(abandoned, 'data');
  await mkdir(dataDir, { recursive: true });
  await chmod(abandoned, 0o755);
  const postgresProcess = startPostgresProcess(dataDir);
  await postgresProcess.started;
  await postgresProcess.killHard();
  const clusterFolder = join(dataDir, 'postgres');
  expect(await runningPostmaster({ clusterFolder })).toBeDefined();
  const used = join(base.path, `escriba-tmp-${process.pid}-used`);
  await mkdir(used);

  await clearAbandonedFolders([base.path]);
  expect(await runningPostmaster({ clusterFolder })).toBeUndefined();
  await expect(access(abandoned)).rejects.toThrow(/ENOENT/);
  await access(used);
});
