import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { paths } from './paths.ts';

type BackButtonProps = { to?: string; label?: string; className?: string };

/** Goes to the given page, or one step back. A page opened in a new tab has no history and goes home. */
export function BackButton({ to, label = 'Voltar', className: placed }: BackButtonProps) {
  const navigate = useNavigate();
  const className = classNames(buttonClass({ variant: 'quiet' }), placed);
  const content = (
    <>
      <ArrowLeft aria-hidden="true" className="size-4" />
      {/* With very large text only the arrow fits. */}
      <span className="max-[16rem]:sr-only">{label}</span>
    </>
  );
  if (to !== undefined) {
    return (
      <Link to={to} className={className}>
        {content}
      </Link>
    );
  }
  const goBack = () => {
    if (window.history.length > 1) void navigate(-1);
    else void navigate(paths.home);
  };
  return (
    // The button needs scripts, so it is hidden without them.
    <button type="button" onClick={goBack} className={classNames(className, 'noscript:hidden')}>
      {content}
    </button>
  );
}
