import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';

type BackButtonProps = { to?: string; label?: string };

/** Goes to the given page, else one step back; a page opened in a new tab has no step back and goes home. */
export function BackButton({ to, label = 'Voltar' }: BackButtonProps) {
  const navigate = useNavigate();
  const className = `${buttonClass({ variant: 'quiet' })} -ml-4`;
  const content = (
    <>
      <ArrowLeft aria-hidden="true" className="size-4" />
      {label}
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
    <button type="button" onClick={goBack} className={className}>
      {content}
    </button>
  );
}
