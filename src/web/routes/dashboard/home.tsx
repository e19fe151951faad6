import { firstNameOf } from '#domain/name-parts.ts';
import { pageTitle } from '#web/app/installation.ts';
import { useAccount } from '#web/features/auth/session/signed-in-only.tsx';
import { EntryStrip, PlanLine } from '#web/features/home/entry-strip.tsx';
import { HomeScreen } from '#web/features/home/home-screen.tsx';
import { greetingText } from '#web/features/home/home-texts.ts';

export const meta = () => [{ title: pageTitle('Início') }];

export default function DashboardHome() {
  const firstName = firstNameOf(useAccount().name);
  return (
    <div className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)] gap-x-6 px-gutter pt-5 pb-8 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-8 sm:py-8 lg:py-10">
      <h1 className="text-xl font-semibold wrap-anywhere">{greetingText(new Date(), firstName)}</h1>
      <div className="mt-3 sm:col-span-2 sm:row-start-2 sm:mt-5">
        <EntryStrip />
      </div>
      {/* Beside the title, but after the strip for the keyboard: the first stop of Tab sends a file. */}
      <div className="mt-1.5 self-center sm:mt-0 sm:col-start-2 sm:row-start-1">
        <PlanLine />
      </div>
      <div className="mt-2 sm:col-span-2 sm:mt-5">
        <HomeScreen />
      </div>
    </div>
  );
}
