import { openDatabase } from '#server/adapters/db/database.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { resealPayloads } from '#server/adapters/queue/payload.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import { readOrCreateSecret } from '#server/adapters/secrets/secret-file.ts';
import { databaseVariables, readConfigOf } from '#server/config/config.ts';
import {
  countUnusedRecoveryCodes,
  resealFactors,
} from '#server/features/auth/second-factor/secret-rotation.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';

try {
  const config = readConfigOf(process.env, [...databaseVariables, 'SESSION_SECRET', 'SESSION_SECRET_OLD']);
  const { sessionSecretsBefore, dataDir } = config;
  const secret = config.sessionSecret ?? (await readOrCreateSecret({ dataDir, name: 'session' }));
  const sealing = openSealing(secret, sessionSecretsBefore);
  const log = openLog({ logLevel: 'warn', roles: ['command'] });
  const { db, close } = await openDatabase({ config, log, applicationName: 'escriba-reseal-command' });
  try {
    const factors = await resealFactors({ db, sealing });
    const jobs = await resealPayloads(db, sealing);
    const { codes, people, oldest } = await countUnusedRecoveryCodes({ db });
    console.log(
      `Second factors: ${factors.all}, re-encrypted: ${factors.resealed}, unreadable: ${factors.unreadable}`,
    );
    console.log(`Queued mails re-encrypted: ${jobs.resealed}, unreadable: ${jobs.unreadable}`);
    console.log(
      `Unused recovery codes that need the secret of their creation: ${codes} of ${people} users${oldest === null ? '' : `, the oldest of ${oldest}`}; they work only while that secret stays in SESSION_SECRET_OLD`,
    );
    if (factors.unreadable + jobs.unreadable > 0)
      throw new Error('The unreadable data was encrypted with a secret that is not in SESSION_SECRET_OLD.');
  } finally {
    await close();
  }
} catch (error) {
  exitWithMessage(error);
}
