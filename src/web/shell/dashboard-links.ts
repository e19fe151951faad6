import { CircleUserRound, CreditCard, FileAudio, House, ListMusic } from 'lucide-react';
import { paths } from '../app/paths.ts';

export const dashboardLinks = [
  { to: paths.dashboard, label: 'Início', icon: House },
  { to: paths.transcriptions, label: 'Minhas transcrições', icon: ListMusic },
  { to: paths.newFile, label: 'Nova Transcrição', icon: FileAudio },
  { to: paths.account, label: 'Conta', icon: CircleUserRound },
  { to: paths.billing, label: 'Meu plano', icon: CreditCard },
] as const;

/** Every screen of the dashboard, for its code to be fetched ahead; any id stands for all transcriptions. */
export const dashboardScreens = [
  ...dashboardLinks.map(({ to }) => to),
  paths.planComparison,
  paths.support,
  paths.transcription('0'),
];
