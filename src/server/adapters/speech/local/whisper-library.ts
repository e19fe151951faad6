import koffi, { type LibraryHandle, type TypeObject } from 'koffi';
import { pcmToFloats } from '../engine.ts';
import type { NativeBuild } from './native-build.ts';
import { changedDefaults, type Fields, isField, type WhisperLayout } from './whisper-layout.ts';
import type { NativeContext, NativeResult, WhisperOptions } from './whisper-node.d.ts';

/**
 * Calls whisper.cpp in the native file of the binding, because the binding does not pass on the probabilities. The
 * binding's log keeps working: both use one copy of the library.
 */

/** A native call runs on a stack of koffi, by default of 128 kB. A thread of Linux has this much. */
koffi.config({ async_stack_size: 8 * 1_024 * 1_024 });

type NativeFunction = ReturnType<LibraryHandle['func']>;
type Defaults = Readonly<Record<string, unknown>>;

export type WhisperLibrary = Readonly<{
  load: (path: string) => Promise<NativeContext<WhisperOptions>>;
}>;

const structOf = (fields: Fields): TypeObject =>
  koffi.struct(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, isField(field) ? field[0] : structOf(field)]),
    ),
  );

const inThread = <Result>(call: NativeFunction, ...values: unknown[]): Promise<Result> =>
  new Promise((resolve, reject) => {
    call.async(...values, (error: unknown, result: Result) => (error ? reject(error) : resolve(result)));
  });

function functionsOf(library: LibraryHandle, context: TypeObject, full: TypeObject) {
  const pointer = 'void *';
  const define = (name: string, result: string, values: (string | TypeObject)[] = []) =>
    library.func(`whisper_${name}`, result, values);
  return {
    contextDefaults: define('context_default_params_by_ref', pointer),
    freeContextDefaults: define('free_context_params', 'void', [pointer]),
    fullDefaults: define('full_default_params_by_ref', pointer, ['int']),
    freeFullDefaults: define('free_params', 'void', [pointer]),
    load: define('init_from_file_with_params', pointer, ['str', context]),
    run: define('full', 'int', [pointer, full, pointer, 'int']),
    languageNumber: define('full_lang_id', 'int', [pointer]),
    language: define('lang_str', 'str', ['int']),
    firstSpecialToken: define('token_eot', 'int', [pointer]),
    segmentCount: define('full_n_segments', 'int', [pointer]),
    text: define('full_get_segment_text', pointer, [pointer, 'int']),
    start: define('full_get_segment_t0', 'int64_t', [pointer, 'int']),
    end: define('full_get_segment_t1', 'int64_t', [pointer, 'int']),
    tokenCount: define('full_n_tokens', 'int', [pointer, 'int']),
    token: define('full_get_token_id', 'int', [pointer, 'int', 'int']),
    probability: define('full_get_token_p', 'float', [pointer, 'int', 'int']),
  };
}

type Functions = ReturnType<typeof functionsOf>;

const range = (count: number) => Array.from({ length: count }, (_, at) => at);
/** One moved field moves all that follow. */
const namedChanges = 3;
/** whisper.cpp counts in hundredths of a second. */
const msAStep = 10;

function readAnswer(
  native: Functions,
  context: bigint,
  bytesAt: (text: bigint) => Uint8Array,
): Omit<NativeResult, 'isAborted'> {
  const firstSpecial = native.firstSpecialToken(context) as number;
  const segments = range(native.segmentCount(context)).map((at) => {
    const probabilities = range(native.tokenCount(context, at))
      .filter((token) => (native.token(context, at, token) as number) < firstSpecial)
      .map((token) => native.probability(context, at, token) as number);
    return {
      bytes: bytesAt(native.text(context, at)),
      t0: Number(native.start(context, at)) * msAStep,
      t1: Number(native.end(context, at)) * msAStep,
      ...(probabilities.length === 0 ? {} : { probability: Math.min(...probabilities) }),
    };
  });
  return {
    result: Buffer.concat(segments.map(({ bytes }) => bytes)).toString(),
    segments: segments.map(({ bytes, ...rest }) => ({ text: Buffer.from(bytes).toString(), ...rest })),
    language: native.language(native.languageNumber(context)),
  };
}

/** Throws if this build is not the known one, because its structures could have other fields. */
export function openWhisperLibrary({ file, version }: NativeBuild, known: WhisperLayout): WhisperLibrary {
  if (version !== known.version) throw new Error(`this is version ${version}, and ${known.version} is known`);
  const structs = { context: structOf(known.context), full: structOf(known.full) };
  const native = functionsOf(koffi.load(file), structs.context, structs.full);
  const standard = koffi.load(process.platform === 'win32' ? 'ucrtbase.dll' : null);
  const lengthOf = standard.func('strlen', 'size_t', ['void *']);
  const bytesAt = (text: bigint): Uint8Array => koffi.decode(text, 'uint8_t', lengthOf(text));

  const defaultsAt = (place: bigint, struct: TypeObject, free: (place: bigint) => void): Defaults => {
    const defaults = koffi.decode(place, struct) as Defaults;
    free(place);
    return defaults;
  };
  const contextDefaults = defaultsAt(native.contextDefaults(), structs.context, native.freeContextDefaults);
  const greedy = 0;
  const fullDefaults = defaultsAt(native.fullDefaults(greedy), structs.full, native.freeFullDefaults);
  const changed = [
    ...changedDefaults(known.context, contextDefaults),
    ...changedDefaults(known.full, fullDefaults),
  ];
  if (changed.length > 0)
    throw new Error(`other defaults than known: ${changed.slice(0, namedChanges).join(', ')}`);

  /** The library reads this memory from its thread, so it must not be collected meanwhile. */
  const inUse = new Set<object>();
  return {
    async load(path) {
      const settings = { ...contextDefaults, flash_attn: false };
      const context = await inThread<bigint | null>(native.load, path, settings);
      if (context === null) throw new Error('Failed to initialize whisper context');

      async function transcribe(
        samples: ArrayBuffer,
        options: WhisperOptions,
        stopFlag: Uint8Array,
      ): Promise<NativeResult> {
        const sound = pcmToFloats(new Int16Array(samples));
        const language = Buffer.from(`${options.language}\0`);
        const memory = { sound, language, stopFlag };
        inUse.add(memory);
        try {
          const fault = await inThread<number>(
            native.run,
            context,
            {
              ...fullDefaults,
              n_threads: options.maxThreads,
              print_progress: false,
              token_timestamps: options.tokenTimestamps,
              max_len: options.maxLen,
              ...(options.maxContext === undefined ? {} : { n_max_text_ctx: options.maxContext }),
              language,
              temperature: options.temperature,
              temperature_inc: options.temperatureInc,
              greedy: { best_of: options.bestOf },
              // The library asks this before each computation. A function of C needs no turn of our event loop: the
              // length of the flag is 0 until it is set, and then 1.
              abort_callback: standard.symbol('strlen'),
              abort_callback_user_data: stopFlag,
            },
            sound,
            sound.length,
          );
          if (stopFlag[0] !== 0) return { result: '', segments: [], isAborted: true };
          if (fault !== 0) throw new Error(`Transcription failed with code ${fault}`);
          return { ...readAnswer(native, context as bigint, bytesAt), isAborted: false };
        } finally {
          inUse.delete(memory);
        }
      }

      return {
        transcribeData(samples, options) {
          // Ends with a zero. V8 may move the bytes of an array that it allocates without a buffer.
          const stopFlag = new Uint8Array(new ArrayBuffer(2));
          return {
            promise: transcribe(samples, options, stopFlag),
            async stop() {
              stopFlag[0] = 1;
            },
          };
        },
      };
    },
  };
}
