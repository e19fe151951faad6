import type { FetchableModel } from '../local/models.ts';

/** The default models that tell speakers apart. Their figures with real voices are not measured here. */
export const speakerModels: FetchableModel = {
  name: 'speakers',
  label: 'pyannote segmentation 3.0 and WeSpeaker ResNet34-LM',
  folder: 'pyannote-3.0-resnet34-lm',
  files: [
    {
      file: 'segmentation.onnx',
      bytes: 5_992_913,
      sha256: '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
      origin: {
        server: 'https://huggingface.co',
        path: 'csukuangfj/sherpa-onnx-pyannote-segmentation-3-0/resolve/9403a6902bb58e3d5ae8c7e77c3422de279db2e0/model.onnx',
      },
    },
    {
      file: 'embedding.onnx',
      bytes: 26_530_550,
      sha256: 'e9848563da86f263117134dfd7ad63c92355b37de492b55e325400c9d9c39012',
      origin: {
        server: 'https://github.com',
        // The name of the release is misspelt there.
        path: 'k2-fsa/sherpa-onnx/releases/download/speaker-recongition-models/wespeaker_en_voxceleb_resnet34_LM.onnx',
      },
    },
  ],
  memoryBytes: 400_000_000,
  licence: 'MIT, CC BY 4.0',
  credit: 'pyannote segmentation 3.0, CNRS (MIT), and WeSpeaker ResNet34-LM, WeSpeaker (CC BY 4.0)',
};
