/** One of the files that an upload joins. The server receives each on its own. */
export type FilePart = { fileName: string; bytes: number; url?: string | undefined };

/** "PTT-20260131-WA0007", "WhatsApp Ptt 2026-01-31 at 14.05.06", "Voz 20260131_140506". */
const dateInName =
  /(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)(?:\D{1,5}(\d{1,2})[-_.:h]?([0-5]\d)[-_.:m]?([0-5]\d)(?:\s?([AP])M)?)?/i;
const whatsAppNumber = /-WA(\d+)/i;

const twoDigits = (value: number) => String(value).padStart(2, '0');

function hourOf(hour: string, half: string | undefined): string {
  if (half === undefined) return hour.padStart(2, '0');
  return twoDigits((Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0));
}

/** The local time as sortable digits. Undefined if the name has no date. */
function timeInName(name: string): string | undefined {
  const [, year, month, day, hour, minute, second, half] = dateInName.exec(name) ?? [];
  if (year === undefined) return undefined;
  const time = hour === undefined ? '000000' : `${hourOf(hour, half)}${minute}${second}`;
  return `${year}${month}${day}${time}`;
}

function timeOfChange({ lastModified }: Pick<File, 'lastModified'>): string {
  const at = new Date(lastModified);
  const date = `${at.getFullYear()}${twoDigits(at.getMonth() + 1)}${twoDigits(at.getDate())}`;
  return `${date}${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}${twoDigits(at.getSeconds())}`;
}

type Dated = Pick<File, 'name' | 'lastModified'>;

/** By the date in the name, else by the time of the last change. WhatsApp numbers the messages of a day. */
export function inOrderOfDate<F extends Dated>(files: readonly F[]): F[] {
  const keyed = files.map((file) => ({
    file,
    time: timeInName(file.name) ?? timeOfChange(file),
    number: Number(whatsAppNumber.exec(file.name)?.[1] ?? 0),
  }));
  keyed.sort(
    (one, other) =>
      one.time.localeCompare(other.time) ||
      one.number - other.number ||
      one.file.lastModified - other.file.lastModified ||
      one.file.name.localeCompare(other.file.name, 'pt-BR', { numeric: true }),
  );
  return keyed.map(({ file }) => file);
}

/** One file with the bytes of all: the page shows, pauses, resumes and cancels them as one upload. */
export function joinFiles(files: readonly File[]): { file: File; parts: FilePart[] } {
  const ordered = inOrderOfDate(files);
  const [first] = ordered;
  const name = `${first?.name ?? ''} e mais ${ordered.length - 1}`;
  return {
    file: new File(ordered, name),
    parts: ordered.map((file) => ({ fileName: file.name, bytes: file.size })),
  };
}
