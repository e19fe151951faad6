import { z } from 'zod';
import { arrivalOf, openKeptFiles } from '../kept-files.ts';

const defaultKept = 500;

const ContentSchema = z.object({ to: z.string(), text: z.string() });
export type SmsContent = z.infer<typeof ContentSchema>;
export type ReceivedSms = SmsContent & { id: string; sentAt: string };
export type SmsStore = ReturnType<typeof openSmsStore>;

/** A file that somebody wrote over must not hide all the other messages. */
function parseSms(id: string, content: Buffer): ReceivedSms {
  const sentAt = arrivalOf(id);
  try {
    return { id, ...ContentSchema.parse(JSON.parse(content.toString('utf8'))), sentAt };
  } catch {
    return { id, to: '', text: 'Mensagem ilegível', sentAt };
  }
}

export function openSmsStore(folder: string, { kept = defaultKept } = {}) {
  const files = openKeptFiles({ folder, ending: '.json', kept, summarize: parseSms });
  return {
    add: ({ to, text }: SmsContent) => files.add(Buffer.from(JSON.stringify({ to, text }))),
    list: files.list,
    clear: files.clear,
  };
}
