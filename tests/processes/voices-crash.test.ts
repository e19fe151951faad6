import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { speakDialogue, standInModels } from '#tests/speech/tones.ts';
import { missLostWorkers } from './lost-workers.ts';
import { startFleet } from './start-fleet.ts';

const round: Parameters<typeof speakDialogue>[0] = [
  [0, 'Bom dia, tudo bem com a senhora?'],
  [1, 'Tudo bem, e com o senhor?'],
  [2, 'O contrato está aqui na mesa.'],
];
const rounds = 40;
const slowly = { timeout: 120_000, interval: 20 };

// Two workers start, and both read minutes of sound.
longTest(
  'after kill -9 in the search for voices the next worker keeps the finished minutes and finds the same voices',
  async () => {
    await using fleet = await startFleet({
      environment: { SPEECH_MODEL: `local:${standInModels}`, SPEAKER_MODELS: standInModels },
    });
    const { deps, url } = fleet.observer;
    const ana = await signedInUser(fleet.observer);
    const turns = Array.from({ length: rounds }, () => round).flat();
    const id = await uploadRecording({ url }, ana.token, encodeWav(speakDialogue(turns).pcm));
    const pieces = async () =>
      (
        await deps.db.execute(sql`
          select index, xmin::text from voice_pieces where transcription_id = ${id} order by index`)
      ).rows;

    const killed = await fleet.worker();
    await expect.poll(async () => (await pieces()).length, slowly).toBeGreaterThanOrEqual(2);
    await killed.kill();
    const kept = await pieces();
    const readable = await readJob({ url }, ana.token, id);
    expect(readable).toMatchObject({ status: 'completed', voices: { state: 'waiting' } });
    expect(readable.text).toContain('O contrato está aqui na mesa.');

    await missLostWorkers(deps);
    const next = await fleet.worker();
    await expect.poll(async () => (await readJob({ url }, ana.token, id)).voices.state, slowly).toBe('done');
    const all = await pieces();
    expect(all.length).toBeGreaterThan(kept.length);
    expect(all.slice(0, kept.length)).toEqual(kept);
    const { segments } = await readJob({ url }, ana.token, id);
    expect(segments.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual(
      turns.map(([voice, text]) => `${'ABC'[voice]}: ${text}`),
    );
    await next.stop();
  },
  300_000,
);
