import { type MailedLinkKind, mailedLinkKinds } from '#contract/mailed-links.ts';

export type FollowedLink = { kind: MailedLinkKind; token: string };

/** Reads the link in the page's fragment, where the server put it. */
export function readMailedLink(hash: string): FollowedLink | undefined {
  const fields = new URLSearchParams(hash.slice(1));
  const kind = mailedLinkKinds.find((each) => each === fields.get('link'));
  const token = fields.get('token');
  return kind === undefined || !token ? undefined : { kind, token };
}

/** Removes a used link from the address, so that a reload does not try it again. */
export function forgetMailedLink() {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
}
