import { apiPaths } from '#web/api/api-paths.ts';
import { earlyAnswerName } from '#web/api/early-answer.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { transcriptionPattern } from './paths.ts';

const idMark = 'ID';

/**
 * Runs in the head. The page of a transcription would request its text only after its scripts have loaded and the
 * session is checked. This script requests it at once, with the stored token, and api/client.ts takes the answer. If
 * the token has expired or the request fails, the page sends its own.
 */
export const sendEarlyRequest = () => {
  const [before, after] = apiPaths
    .transcription(idMark)
    .split(idMark)
    .map((part) => JSON.stringify(part));
  const address = transcriptionPattern.replaceAll('/', '\\/').replace(':id', '([0-9a-f-]{36})');
  return [
    `(()=>{const found=/^${address}$/i.exec(location.pathname);if(!found)return;try{`,
    `const kept=JSON.parse(localStorage.getItem(${JSON.stringify(storageKeys.session)}));`,
    'const age=Date.now()-kept.received_at_ms;',
    'if(kept.level!==kept.next_level||!(age>=0&&age<(kept.expires_at-kept.issued_at)*1e3))return;',
    `const token=kept.access_token,path=${before}+found[1]+${after};`,
    'const answer=fetch(path,{headers:{accept:"application/json",authorization:"Bearer "+token}})',
    // Read at once, because the browser holds back a body that no script reads.
    '.then(async(given)=>new Response(await given.blob(),given));answer.catch(()=>{});',
    `globalThis.${earlyAnswerName}={path,token,answer,sentAtMs:performance.now()}}catch{}})();`,
  ].join('');
};
