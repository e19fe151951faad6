/** After a sentence of a summary without a passage that proves it. */
export const unprovedText = 'sem trecho que comprove';
export const unprovedAddress = '#sem-trecho';
/** A link, as the moments are, so that no text of a model looks like it. */
export const unprovedMark = `[${unprovedText}](${unprovedAddress})`;

const ownLink = /\[([^\]\n]{0,300})\]\(#(?:t=[\d.]+|sem-trecho)\)/g;

/** For copies and files, where moments cannot play. */
export const withoutOwnLinks = (text: string) => text.replace(ownLink, '($1)');
