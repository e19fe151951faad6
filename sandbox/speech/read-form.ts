import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { responseFormats } from './answers.ts';
import { defaultError, openAiError } from './openai-error.ts';

export const speechModel = 'sandbox-speech';

const maxFileBytes = 25 * 1_048_576;
/** The form around the file. */
export const maxBodyBytes = maxFileBytes + 1_048_576;

const lists = ['timestamp_granularities[]', 'include[]'];

/** What it cannot heed, as a prompt, it takes without a word, as the vendor's own models do. */
const FormSchema = z.object({
  model: z.string('you must provide a model parameter'),
  language: z
    .string()
    .regex(
      /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/,
      'Invalid language. Language parameter must be specified in ISO-639-1 format.',
    )
    .optional(),
  response_format: z.enum(responseFormats).default('json'),
  temperature: z.coerce.number().min(0).max(1).default(0),
  'timestamp_granularities[]': z.array(z.enum(['word', 'segment'])).default([]),
});
export type Form = z.infer<typeof FormSchema> & { file: Buffer };

/** A form of the vendor's, whole, or the vendor's refusal of it. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart())
    throw openAiError(400, { message: 'The request must be multipart/form-data.', code: null });
  const fields: Record<string, unknown> = {};
  let file: Buffer | undefined;
  for await (const part of request.parts({ limits: { fileSize: maxFileBytes } })) {
    if (part.type === 'file' && part.fieldname === 'file') {
      const pieces: Buffer[] = [];
      for await (const piece of part.file) pieces.push(piece);
      if (part.file.truncated) throw defaultError(413);
      file = Buffer.concat(pieces);
    } else if (part.type === 'file') part.file.resume();
    else if (lists.includes(part.fieldname))
      fields[part.fieldname] = [...((fields[part.fieldname] as unknown[]) ?? []), part.value];
    else fields[part.fieldname] = part.value;
  }
  if (file === undefined || file.length === 0)
    throw openAiError(400, {
      message: 'The file is missing or empty.',
      code: 'missing_required_parameter',
      param: 'file',
    });
  const { success, data, error } = FormSchema.safeParse(fields);
  if (!success) {
    const [issue] = error.issues;
    const param = issue?.path.join('.');
    throw openAiError(400, { message: issue?.message ?? 'Invalid request.', code: 'invalid_value', param });
  }
  if (data.model !== speechModel)
    throw openAiError(400, {
      message: `The model \`${data.model.slice(0, 100)}\` does not exist or you do not have access to it.`,
      code: 'model_not_found',
      param: 'model',
    });
  return { ...data, file };
}
