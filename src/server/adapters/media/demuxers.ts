/** Sound alone: music, dictation, telephones, studios. */
const soundFiles = [
  ...['aac', 'loas', 'mp3', 'mpc', 'mpc8', 'ogg', 'vqf', 'oma', 'aa', 'xwma'],
  ...['flac', 'ape', 'tta', 'tak', 'wv', 'shn', 'dsf', 'iff', 'wsd'],
  ...['ac3', 'eac3', 'dts', 'dtshd', 'mlp', 'truehd'],
  ...[
    'wav',
    'w64',
    'aiff',
    'au',
    'caf',
    'voc',
    'sox',
    'sds',
    'ircam',
    'nistsphere',
    'avr',
    'pvf',
    'hcom',
    'epaf',
  ],
  ...['amr', 'gsm', 'qcp', 'ilbc', 'codec2', 'mmf', 'dss', 'act', 'wve'],
];

/** Films, television and cameras. */
const films = [
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'avi', 'flv', 'kux', 'asf', 'nut'],
  ...['mpeg', 'mpegts', 'pva', 'pmp', 'wtv', 'ty', 'dv', 'mxf', 'gxf', 'lxf'],
  ...['rm', 'ivr', 'nsv', 'nuv', 'vivo', 'smjpeg', 'dhav', 'luodat', 'ifv'],
];

/**
 * Every demuxer that reads one self-contained file with recorded sound. ffmpeg detects the format among all its
 * demuxers, and then refuses what is not in this list. These families stay out:
 *
 * - Files that name other files or addresses: hls, dash, webm_dash_manifest, concat, imf, sdp, rtp, rtsp, sap, vobsub,
 *   and mlv, which opens its neighbours.
 * - Text: subtitles, lyrics, ffmetadata, and scripts that compute sound or pictures (sbg, tty, lavfi).
 * - Pictures and sequences of them: image2, gif, apng, all "_pipe", raw video.
 * - Devices of the server: alsa, pulse, x11grab, v4l2, libcdio.
 * - Samples without a header (s16le, g722, g726, alaw, aptx): any file would pass, and its rate is unknown.
 * - Sounds of games, and notes that a synthesizer plays (libgme, libopenmpt): no recordings, with weak detection.
 * - swf: a program.
 */
export const demuxers = [...soundFiles, ...films].join(',');
