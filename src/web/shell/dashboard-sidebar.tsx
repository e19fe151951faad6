import {
  CircleUserRound,
  Columns3,
  CreditCard,
  FileAudio,
  House,
  ListMusic,
  LogOut,
  MessageSquareText,
} from 'lucide-react';
import { NavLink } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { type Account, initialsOf } from '#web/features/auth/session/account.ts';
import { signOut } from '#web/features/auth/session/sign-out.ts';
import { SoundMark } from '#web/pictures/sound-mark.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { NewVersionButton } from './new-version.tsx';
import { ThemeToggle } from './theme/theme-toggle.tsx';

export const dashboardLinks = [
  { to: paths.dashboard, label: 'Início', icon: House },
  { to: paths.transcriptions, label: 'Minhas transcrições', icon: ListMusic },
  { to: paths.newFile, label: 'Nova Transcrição', icon: FileAudio },
  { to: paths.account, label: 'Conta', icon: CircleUserRound },
  { to: paths.billing, label: 'Meu plano', icon: CreditCard },
] as const;

/** Every screen of the dashboard, for prefetching its code. All transcriptions share one route, so any id will do. */
export const dashboardScreens = [
  ...dashboardLinks.map(({ to }) => to),
  paths.planComparison,
  paths.support,
  paths.transcription('0'),
];

const rowClass =
  'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-sm text-ink-soft transition-colors hover:bg-line/50 hover:text-ink';
const linkClass = `${rowClass} group aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:ring-1 aria-[current=page]:ring-line`;

type DashboardSidebarProps = {
  account: Account;
  onFeedback: () => void;
  /** Closes the panel on small screens after a choice. */
  onChosen?: () => void;
};

function CurrentMark() {
  return <SoundMark className="ml-auto hidden group-aria-[current=page]:block" />;
}

/** The SignedInOnly guard around the page shows the progress and redirects to the sign-in. */
function SignOutButton() {
  return (
    <button type="button" onClick={() => void signOut()} className={rowClass}>
      <LogOut aria-hidden="true" className="size-5" strokeWidth={1.75} />
      Sair
    </button>
  );
}

export function DashboardSidebar({ account, onFeedback, onChosen }: DashboardSidebarProps) {
  return (
    <div className="flex grow flex-col gap-6">
      <nav aria-label="Painel">
        <ul className="grid gap-0.5">
          {dashboardLinks.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === paths.dashboard} onClick={onChosen} className={linkClass}>
                <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
                {label}
                <CurrentMark />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-0.5">
        <NewVersionButton className={rowClass} />
        <NavLink to={paths.planComparison} onClick={onChosen} className={linkClass}>
          <Columns3 aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
          Ver planos
          <CurrentMark />
        </NavLink>
        <button type="button" aria-haspopup="dialog" onClick={onFeedback} className={rowClass}>
          <MessageSquareText aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
          Enviar feedback
        </button>
        <ThemeToggle withLabel className={rowClass} />
        <SignOutButton />
        <div className="mt-3 flex items-center gap-3 border-t border-line px-3 pt-4">
          <Avatar image={account.image} initials={initialsOf(account.name)} />
          <p className="grid min-w-0 text-sm">
            <span title={account.name} className="truncate font-medium">
              {account.name}
            </span>
            <span title={account.email} className="truncate text-ink-soft">
              {account.email}
            </span>
          </p>
        </div>
      </div>
    </div>
  );
}
