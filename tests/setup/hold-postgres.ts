import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/adapters/db/embedded/start.ts';
import { quickSettings } from './embedded-postgres.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('usage: hold-postgres DATA_DIR');

const starting = startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), settings: quickSettings });
process.on('SIGINT', async () => {
  await (await starting).stop();
  process.exit(0);
});
const { url, clusterFolder } = await starting;
console.log(JSON.stringify({ url, clusterFolder }));
