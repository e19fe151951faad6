/** Named to people. The product accepts every file in which ffmpeg finds sound. */
export const commonFormats =
  'MP3, MP4, WAV, M4A, FLAC, OGG, MOV, AVI, MKV, FLV, OPUS, AAC, AMR, WMA, WEBM, WMV, 3GP';

export const formatRefusalText = `Formato de arquivo inválido. Aceitamos ${commonFormats} e outros áudios e vídeos.`;
