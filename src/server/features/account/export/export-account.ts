import { Zip, ZipDeflate } from 'fflate';
import { calendarDay } from '#domain/format/calendar.ts';
import { formatMoment } from '#domain/format/dates.ts';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';
import { type ExportPart, exportPartFiles, type ZipEntry } from './export-part.ts';
import { exportParts } from './export-parts.ts';

/** Small enough that compressing one piece does not delay other requests. */
const pieceBytes = 65_536;

function* piecesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Yields one ZIP piece by piece at its consumer's pace, so memory never holds the whole ZIP. */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    ready.push(bytes);
  });
  const encoder = new TextEncoder();
  for (const { name, text } of entries) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    for await (const part of text) {
      for (const piece of piecesOf(encoder.encode(part))) {
        entry.push(piece);
        yield* ready.splice(0);
      }
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

function readMe({ config, now }: Pick<Deps, 'config' | 'now'>, parts: readonly ExportPart[]): string {
  const topics = parts.map(({ fileName, title }) => `- ${title}: ${fileName}.txt e ${fileName}.json`);
  return [
    `Seus dados no ${config.productName}`,
    '',
    `Cópia feita em ${formatMoment(now())}, a seu pedido (Lei Geral de Proteção de Dados, art. 18).`,
    '',
    'Cada assunto vem duas vezes: em texto (.txt), para ler, e em JSON, para levar a outro programa.',
    'O JSON traz tudo o que o texto traz e mais alguns campos; sua foto, por exemplo, está em perfil.json.',
    '',
    ...topics,
    '',
    'Senhas, códigos e chaves não são copiados: quem achasse este arquivo entraria na sua conta.',
    'Mensagens escritas sem entrar na conta, como as da página de contato, não estão aqui: o e-mail digitado não',
    'prova de quem são. Peça-as pelo endereço abaixo, a partir do seu e-mail.',
    `Dúvidas? Escreva para ${config.mail.supportAddress}.`,
    '',
  ].join('\n');
}

type AccountExport = { fileName: string; bytes: AsyncGenerator<Uint8Array> };

/** Answers the right of access with one ZIP. Rows are read while it is sent, so a failure breaks the download off. */
export function exportAccount(
  deps: Pick<Deps, 'config' | 'db' | 'payments' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
  parts: readonly ExportPart[] = exportParts,
): AccountExport {
  const entries: ZipEntry[] = [
    { name: 'LEIA-ME.txt', text: [readMe(deps, parts)] },
    ...parts.flatMap((part) => exportPartFiles(part, deps, { userId })),
  ];
  return { fileName: `escriba-dados-${calendarDay(deps.now())}.zip`, bytes: zipStream(entries) };
}
