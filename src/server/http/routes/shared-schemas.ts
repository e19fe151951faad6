import { z } from 'zod';
import { ErrorBodySchema } from '#contract/errors.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';

/** The refusals that any route may answer. */
export const refusals = { '4xx': ErrorBodySchema, '5xx': ErrorBodySchema };
export const noContent = { 204: z.undefined().describe('Feito'), ...refusals };

/** Describes the routes of a topic in the API's documentation. */
export const describing =
  (topic: string) =>
  <Answer extends z.ZodType>(summary: string, answer: Answer) => ({
    summary,
    tags: [topic],
    response: { 200: answer, ...refusals },
  });

/** The error handler answers a path parameter that fails its schema with 404 and the text given here. */
const idParams = (text: string) => z.object({ id: z.uuid(text) });

export const TranscriptionIdSchema = idParams(notFoundTexts.transcription);
export const MarkIdSchema = TranscriptionIdSchema.extend({ markId: z.uuid(notFoundTexts.mark) });
export const SummaryIdSchema = idParams(notFoundTexts.summary);
export const PromptIdSchema = idParams(notFoundTexts.prompt);
export const FactorIdSchema = z.object({ factorId: z.uuid(notFoundTexts.factor) });
