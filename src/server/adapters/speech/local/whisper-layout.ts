/**
 * The structures of whisper.h that Escriba passes to the library by value. The library cannot check them: a field in
 * another place would be read as another setting. So each field carries the default that the library must report.
 */

/** The type in C, and the default. Without one, the default depends on the machine. */
type Field = readonly [type: string, known?: number | boolean | null];
export type Fields = { readonly [name: string]: Field | Fields };

export type WhisperLayout = Readonly<{
  /** Of the package with the library. */
  version: string;
  /** whisper_context_params */
  context: Fields;
  /** whisper_full_params */
  full: Fields;
}>;

export const isField = (field: Field | Fields): field is Field => Array.isArray(field);

const pointer: Field = ['void *', null];
const off: Field = ['bool', false];
const none: Field = ['int', 0];

export const whisperLayout: WhisperLayout = {
  version: '1.1.3',
  context: {
    use_gpu: ['bool', true],
    flash_attn: ['bool', true],
    gpu_device: none,
    dtw_token_timestamps: off,
    dtw_aheads_preset: none,
    dtw_n_top: ['int', -1],
    dtw_aheads: { n_heads: ['size_t', 0], heads: pointer },
    dtw_mem_size: ['size_t', 134_217_728],
  },
  full: {
    strategy: none,
    n_threads: ['int'],
    n_max_text_ctx: ['int', 16_384],
    offset_ms: none,
    duration_ms: none,
    translate: off,
    no_context: ['bool', true],
    no_timestamps: off,
    single_segment: off,
    print_special: off,
    print_progress: ['bool', true],
    print_realtime: off,
    print_timestamps: ['bool', true],
    token_timestamps: off,
    thold_pt: ['float', 0.01],
    thold_ptsum: ['float', 0.01],
    max_len: none,
    split_on_word: off,
    max_tokens: none,
    debug_mode: off,
    audio_ctx: none,
    tdrz_enable: off,
    suppress_regex: pointer,
    initial_prompt: pointer,
    carry_initial_prompt: off,
    prompt_tokens: pointer,
    prompt_n_tokens: none,
    language: ['void *'],
    detect_language: off,
    suppress_blank: ['bool', true],
    suppress_nst: off,
    temperature: ['float', 0],
    max_initial_ts: ['float', 1],
    length_penalty: ['float', -1],
    temperature_inc: ['float', 0.2],
    entropy_thold: ['float', 2.4],
    logprob_thold: ['float', -1],
    no_speech_thold: ['float', 0.6],
    greedy: { best_of: ['int', 5] },
    beam_search: { beam_size: ['int', -1], patience: ['float', -1] },
    new_segment_callback: pointer,
    new_segment_callback_user_data: pointer,
    progress_callback: pointer,
    progress_callback_user_data: pointer,
    encoder_begin_callback: pointer,
    encoder_begin_callback_user_data: pointer,
    abort_callback: pointer,
    abort_callback_user_data: pointer,
    logits_filter_callback: pointer,
    logits_filter_callback_user_data: pointer,
    grammar_rules: pointer,
    n_grammar_rules: ['size_t', 0],
    i_start_rule: ['size_t', 0],
    grammar_penalty: ['float', 100],
    vad: off,
    vad_model_path: pointer,
    vad_params: {
      threshold: ['float', 0.5],
      min_speech_duration_ms: ['int', 250],
      min_silence_duration_ms: ['int', 100],
      max_speech_duration_s: ['float', 3.402_823_466_385_288_6e38],
      speech_pad_ms: ['int', 30],
      samples_overlap: ['float', 0.1],
    },
  },
};

type Values = Readonly<Record<string, unknown>>;

/** The fields whose value is not the known default. */
export function changedDefaults(fields: Fields, values: Values): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (!isField(field)) return changedDefaults(field, value as Values).map((each) => `${name}.${each}`);
    const [type, known] = field;
    if (known === undefined) return [];
    const expected = type === 'float' ? Math.fround(Number(known)) : known;
    return value === expected ? [] : [name];
  });
}
