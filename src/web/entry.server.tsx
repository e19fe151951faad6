import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/** Runs only while the pages are built: each is rendered to its end, and a fault stops the build. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  let fault: unknown;
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // Every part is written where it belongs: put there later by a script, it would be missing without scripts.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      fault ??= error;
    },
  });
  await body.allReady;
  if (fault !== undefined) throw fault;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(body, { status, headers });
}
