/** The product as it is, which knows one more local model: the tiny one that lies in its folder already. */
import { type LocalModel, localModels } from '#server/adapters/speech/local/models.ts';
import { tinyModel } from './tiny-model.ts';

(localModels as LocalModel[]).push(tinyModel);
await import('#sandbox/with-product.ts');
