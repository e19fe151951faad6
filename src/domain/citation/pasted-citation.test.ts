import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { findProgram } from '#server/adapters/media/run-ffmpeg.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { hearing, selections } from '#tests/helpers/quoted-turns.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { cite } from './citation.ts';

const run = promisify(execFile);
const pointsPerCm = 72 / 2.54;
/** LibreOffice writes its profile at its first start. */
const conversionMs = 120_000;

/** The runs of letters as LibreOffice prints the HTML. It reads it as it reads HTML from the clipboard. */
async function printed(office: string, html: string) {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'pasted.html');
  await writeFile(file, `<html><head><meta charset="utf-8"></head><body>${html}</body></html>`);
  const profile = `-env:UserInstallation=file://${folder.path}/profile`;
  const filters = ['--infilter=HTML (StarWriter)', '--convert-to', 'pdf:writer_pdf_Export'];
  await run(office, [profile, '--headless', ...filters, '--outdir', folder.path, file], {
    timeout: conversionMs,
  });
  const [page] = (await readPdf(await readFile(join(folder.path, 'pasted.pdf')))).pages;
  return page?.placed.filter(({ text }) => text.trim() !== '') ?? [];
}

longTest(
  'a word processor indents a long ABNT quotation by 4 cm, in 10 pt with single spacing',
  { timeout: conversionMs },
  async (context) => {
    const office = await findProgram('soffice');
    if (office === undefined) return context.skip('LibreOffice is not on this machine');
    const { html } = cite('abnt', selections['four lines'], hearing);
    const [before, ...quotation] = await printed(office, `<p style="font-size:12pt">Antes.</p>${html}`);
    const startPt = Math.min(...quotation.map(({ x }) => x));
    expect((startPt - (before?.x ?? 0)) / pointsPerCm).toBeCloseTo(4, 1);
    expect(before?.height).toBeCloseTo(12, 0);
    expect(quotation[0]?.height).toBeCloseTo(10, 0);
    const lines = [...new Set(quotation.map(({ y }) => y))].toSorted((one, other) => other - one);
    expect(lines.length).toBeGreaterThan(3);
    const spacing = ((lines[0] ?? 0) - (lines[1] ?? 0)) / 10;
    expect(spacing).toBeLessThan(1.25);
  },
);
