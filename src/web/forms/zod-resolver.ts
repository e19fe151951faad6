import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { validationMessage } from '#contract/validation-messages.ts';

// Set here, so that pages without a form do not load it.
z.config({ localeError: validationMessage });

/** Forms must use this resolver: without the locale above, checks without their own text would answer in English. */
export const localizedZodResolver = zodResolver;
