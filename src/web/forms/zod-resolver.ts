import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { validationMessage } from '#contract/validation-messages.ts';

// Where a form checks, so that the pages without a form carry none of this.
z.config({ localeError: validationMessage });

/** The one way from a schema to a form: checks that have no text of their own speak English otherwise. */
export const localizedZodResolver = zodResolver;
