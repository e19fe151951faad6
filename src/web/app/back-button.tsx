import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { paths } from './paths.ts';

type BackButtonProps = { to?: string; label?: string; className?: string };

/** Goes to the given page, else one step back; a page opened in a new tab has no step back and goes home. */
export function BackButton({ to, label = 'Voltar', className: placed }: BackButtonProps) {
  const navigate = useNavigate();
  const className = classNames(buttonClass({ variant: 'quiet' }), placed);
  const content = (
    <>
      <ArrowLeft aria-hidden="true" className="size-4" />
      {/* With very large letters there is room for the arrow only. */}
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
    // It works by script alone: without one it would be a button that does nothing.
    <button type="button" onClick={goBack} className={classNames(className, 'noscript:hidden')}>
      {content}
    </button>
  );
}
