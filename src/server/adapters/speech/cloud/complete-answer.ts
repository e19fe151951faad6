/** What the SDK demands of each segment, beyond what servers of this protocol (whisper.cpp's, for one) care to say. */
const unsaid = {
  id: 0,
  seek: 0,
  tokens: [],
  temperature: 0,
  compression_ratio: 0,
  no_speech_prob: 0,
};

type Body = { segments?: unknown; words?: unknown; language?: unknown };
type Said = Record<string, unknown>;

const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null;

function completed(body: Body): Body {
  if (!Array.isArray(body.segments)) return body;
  const segments = body.segments.filter(isSaid).map((segment) =>
    // Segments with a type are told apart by it, and are whole.
    'type' in segment ? segment : { ...unsaid, avg_logprob: 0, ...segment },
  );
  // Some give the words of each segment inside it.
  const within = segments.flatMap(({ words }) => (Array.isArray(words) ? words.filter(isSaid) : []));
  const words =
    body.words ?? within.map(({ word, text, start, end }) => ({ word: word ?? text, start, end }));
  return { ...body, segments, words };
}

/** The platform's fetch, with an answer that the SDK can read; what is no JSON passes as it is. */
export const fetchCompleted: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!answer.ok) return answer;
  const text = await answer.text();
  const { status, headers } = answer;
  try {
    return new Response(JSON.stringify(completed(JSON.parse(text))), { status, headers: headersOf(headers) });
  } catch {
    return new Response(text, { status, headers: headersOf(headers) });
  }
};

/** The body is whole and plain by now. */
function headersOf(headers: Headers) {
  const kept = new Headers(headers);
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) kept.delete(name);
  return kept;
}
