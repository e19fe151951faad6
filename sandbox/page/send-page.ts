import type { FastifyReply } from 'fastify';
import type { Html } from './html.ts';

type PageRules = {
  /** Origins to which the answer to a form may lead; a browser holds redirects to this too. */
  formsLeadTo?: readonly string[];
};

export const pageHeaders = ({ formsLeadTo = [] }: PageRules = {}) => ({
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    ["form-action 'self'", ...formsLeadTo].join(' '),
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

export function sendPage(reply: FastifyReply, { markup }: Html, rules?: PageRules) {
  return reply.headers(pageHeaders(rules)).type('text/html; charset=utf-8').send(markup);
}
