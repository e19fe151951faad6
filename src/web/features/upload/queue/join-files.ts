/** One of the files that an upload joins. The server receives each on its own. */
export type FilePart = { fileName: string; bytes: number; url?: string | undefined };

const time = String.raw`(?:\D{0,5}?(?<hour>\d{1,2})[-_.:h]?(?<minute>[0-5]\d)(?:[-_.:m]?(?<second>[0-5]\d))?(?:\s?(?<half>[AP])M)?)?`;
const [month, day] = ['(?<month>0[1-9]|1[0-2])', String.raw`(?<day>0[1-9]|[12]\d|3[01])`];
const between = '[-_.]?';

/** The number of a WhatsApp message is no time. */
const dates = [
  // "PTT-20260131-WA0007", "WhatsApp Ptt 2026-01-31 at 14.05.06", "Voz 20260131_140506"
  String.raw`(?<year>20\d\d)${between}${month}${between}${day}(?:(?=-WA)|${time}(?!\d))`,
  // "Gravação 31-01-2026 14.05"
  String.raw`${day}[-_.]${month}[-_.](?<year>20\d\d)${time}(?!\d)`,
  // "Chamada_260131_140506"
  String.raw`(?<year>\d\d)${month}${day}[-_](?<hour>\d\d)(?<minute>[0-5]\d)(?<second>[0-5]\d)(?!\d)`,
].map((pattern) => new RegExp(String.raw`(?<!\d)${pattern}`, 'i'));
const whatsAppNumber = /-WA(\d+)/i;

const twoDigits = (value: number) => String(value).padStart(2, '0');

function hourOf(hour: string, half: string | undefined): string {
  if (half === undefined) return hour.padStart(2, '0');
  return twoDigits((Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0));
}

/** The local time as sortable digits. Undefined if the name has no date. */
function timeInName(name: string): string | undefined {
  const groups = dates.map((date) => date.exec(name)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const { year = '', month = '', day = '', hour, minute = '00', second = '00', half } = groups;
  return `20${year.slice(-2)}${month}${day}${hour === undefined ? '00' : hourOf(hour, half)}${minute}${second}`;
}

function timeOfChange({ lastModified }: Pick<File, 'lastModified'>): string {
  const at = new Date(lastModified);
  const date = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return [...date, at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join('');
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

const nameOf = (files: readonly Pick<File, 'name'>[]) => `${files[0]?.name ?? ''} e mais ${files.length - 1}`;

/** One file with the bytes of all: the page shows, pauses, resumes and cancels them as one upload. */
export function joinFiles(files: readonly File[]): { file: File; parts: FilePart[] } {
  const ordered = inOrderOfDate(files);
  return {
    file: new File(ordered, nameOf(ordered)),
    parts: ordered.map((file) => ({ fileName: file.name, bytes: file.size })),
  };
}

/** The same files again, in the order of the parts. Undefined if one of them is missing or has another size. */
export function rejoinFiles(files: readonly File[], parts: readonly FilePart[]): File | undefined {
  const left = [...files];
  const ordered = parts.flatMap(({ fileName, bytes }) => {
    const at = left.findIndex(({ name, size }) => name === fileName && size === bytes);
    return at === -1 ? [] : left.splice(at, 1);
  });
  return ordered.length === parts.length ? new File(ordered, nameOf(ordered)) : undefined;
}

/** The joined files as single ones. */
export function separateFiles(file: File, parts: readonly FilePart[]): File[] {
  let end = 0;
  return parts.map(({ fileName, bytes }) => {
    end += bytes;
    return new File([file.slice(end - bytes, end)], fileName);
  });
}
