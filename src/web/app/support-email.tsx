import { textLinkClass } from '../ui/text-link.ts';
import { written } from './installation.ts';

/** Where the team reads. Written into the page by the server, so that it is there without scripts too. */
export function SupportEmail() {
  return (
    <a href={`mailto:${written.supportEmail}`} className={`${textLinkClass} wrap-anywhere`}>
      {written.supportEmail}
    </a>
  );
}
