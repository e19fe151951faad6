import type { Config } from '#server/config/config.ts';

/** The page and the exports of a plan with a watermark show this line. */
export const watermarkText = ({ productName }: Pick<Config, 'productName'>) =>
  `Transcrito com ${productName} — plano gratuito`;
