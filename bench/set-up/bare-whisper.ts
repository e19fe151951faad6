/**
 * The bare minimum that a local transcription is compared with: ffmpeg decodes all of it, the library hears all of it.
 * It says when its model is there and waits to be told to begin: the product's has been loaded, too.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { initWhisper, loadWhisperModule } from '@fugood/whisper.node';

const [, , model = '', recording = ''] = process.argv;
const maxBytes = 1_073_741_824;

await loadWhisperModule('default');
const context = await initWhisper({ filePath: model, useGpu: true }, 'default');
process.send?.('ready');
await once(process, 'message');
const toSamples = ['-vn', '-ac', '1', '-ar', '16000', '-f', 's16le', '-'];
const { stdout } = await promisify(execFile)(
  'ffmpeg',
  ['-v', 'error', '-nostdin', '-i', recording, ...toSamples],
  { encoding: 'buffer', maxBuffer: maxBytes },
);
const samples = new Uint8Array(stdout).buffer;
const { segments } = await context.transcribeData(samples, {
  maxThreads: availableParallelism(),
  language: 'auto',
  temperature: 0,
  temperatureInc: 0.2,
  bestOf: 5,
}).promise;
if (segments.length === 0) throw new Error('the library heard nothing');
process.exit(0);
