export const subtitleFormats = ['srt', 'vtt'] as const;
export const textFormats = ['txt', 'pdf', 'docx', 'json'] as const;
export type ExportFormat = (typeof subtitleFormats)[number] | (typeof textFormats)[number];

/** Spec section 3: the plan's own words for it. */
const textFeature = 'Downloads em PDF/TXT';

/** Undefined while the plan is not known: then the server has the word. */
export const mayTakeText = (features: readonly string[] | undefined) =>
  features?.includes(textFeature) ?? true;

export const subtitleLabels = { srt: 'Baixar SRT', vtt: 'Baixar VTT' } satisfies Record<
  (typeof subtitleFormats)[number],
  string
>;

export const textNames = {
  txt: 'Texto (TXT)',
  pdf: 'PDF',
  docx: 'Word (DOCX)',
  json: 'Dados (JSON)',
} satisfies Record<(typeof textFormats)[number], string>;
