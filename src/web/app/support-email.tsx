import { textLinkClass } from '#web/ui/class-names.ts';
import { useInstallation } from './installation.ts';

export function SupportEmail() {
  const { supportEmail } = useInstallation();
  return (
    <a href={`mailto:${supportEmail}`} className={`${textLinkClass} wrap-anywhere`}>
      {supportEmail}
    </a>
  );
}
