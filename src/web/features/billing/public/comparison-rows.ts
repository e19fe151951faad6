import type { PlanCard } from '#contract/plans.ts';

type Row = { label: string; textOf: (plan: PlanCard) => string };

const hours = (count: number) => (count === 1 ? '1 hora' : `${count} horas`);

function fileLimit({ max_file_minutes: minutes }: PlanCard) {
  return minutes < 60 || minutes % 60 !== 0 ? `${minutes} minutos` : hours(minutes / 60);
}

/** Read from what a plan allows, not from its list of features: those are texts that anybody may rewrite. */
export const comparisonRows: readonly Row[] = [
  { label: 'Horas por mês', textOf: ({ hours_per_month: count }) => hours(count) },
  { label: 'Limite por arquivo', textOf: fileLimit },
  { label: 'Resumos com IA', textOf: ({ has_summaries: has }) => (has ? 'Sim' : 'Não') },
  {
    label: 'Formatos de download',
    textOf: ({ has_text_exports: has }) => (has ? 'SRT, VTT, TXT, PDF, Word e JSON' : 'SRT e VTT'),
  },
  {
    label: 'Marca d’água',
    textOf: ({ has_watermark: has }) => (has ? 'Com marca d’água' : 'Sem marca d’água'),
  },
];
