/**
 * Handed over as an open file: ffmpeg sees neither a name whose ending it would believe, nor a folder in which a
 * reference could be resolved, nor a path that it could mistake for an option or a protocol.
 */
export const inputUrl = 'file:/dev/fd/3';

/** No other demuxer: others follow references (playlists), or read pictures and subtitles. */
const demuxers = 'mp3,wav,mov,mp4,m4a,3gp,3g2,mj2,flac,ogg,avi,matroska,webm,flv';

/** Before -i, for ffmpeg and ffprobe alike: both must see the same tracks under the same numbers. */
export const inputOptions = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', demuxers],
  // A track that begins late is found all the same.
  ...['-probesize', '50000000'],
];

/** What is not sound is skipped where it lies, and no decoder is opened for it. */
export const soundOnly = ['-vn', '-sn', '-dn', '-i', inputUrl];
