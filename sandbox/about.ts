import { z } from 'zod';
import { sandboxParts } from '#contract/installation.ts';

/** What the sandbox says about itself at GET /: read by people's scripts and by a second sandbox on the same port. */
export const AboutSchema = z.object({
  sandbox: z.literal('escriba'),
  /** False until every part has started. */
  ready: z.boolean(),
  parts: z.array(
    z.object({
      name: z.enum(sandboxParts),
      title: z.string(),
      description: z.string(),
      url: z.string(),
      addresses: z.record(z.string(), z.string()),
    }),
  ),
});

export type About = z.infer<typeof AboutSchema>;
