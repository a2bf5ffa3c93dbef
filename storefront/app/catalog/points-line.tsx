import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';
import { useSession } from '../auth/session-store.ts';

/** The points that a purchase earns (CAT-18). `signUp` is for guests (DEC-47): customers join on their points page, and members have joined. */
export default function PointsLine({ text, signUp }: { text: string; signUp: string }) {
  const session = useSession();
  return (
    <div className="flex items-center gap-3.5 rounded-lg bg-linear-100 from-maiz-50 to-maiz-100 px-4 py-3.5 text-sm text-maiz-700">
      <span className="grid size-10 flex-none place-items-center rounded-full bg-[radial-gradient(circle_at_34%_28%,#ffe9a8,#f0b429_55%,#b87a08)] text-[#5e3c00] shadow-[inset_0_0_0_3px_rgb(255_255_255/.35)]">
        <Icon name="star" />
      </span>
      <p>
        <span className="font-semibold">{text}</span>{' '}
        {!session?.registerLeal && (
          <Link to={session ? '/dashboard/points' : '/register'} className="inline-block underline underline-offset-3">
            {signUp}
          </Link>
        )}
      </p>
    </div>
  );
}
