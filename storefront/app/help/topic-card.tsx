import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';

export interface Topic {
  icon: string;
  title: string;
  text: string;
  /** A path in the shop, or a `tel:` or `mailto:` address. Undefined if the topic has no link. */
  to: string | undefined;
}

/** A page of the shop as a topic. */
export const topicOf = ({ path, title, text }: { path: string; title: string; text: string }) => ({
  title,
  text,
  to: path,
});

export const TopicIcon = ({ name }: { name: string }) => (
  <span className="grid size-touch flex-none place-items-center rounded-[14px_4px_14px_4px] bg-primary-soft text-on-primary-soft">
    <Icon name={name} size="lg" />
  </span>
);

/** The whole card is a link. */
export function TopicCard({ topic: { icon, title, text, to } }: { topic: Topic }) {
  const link = 'after:absolute after:inset-0 hover:text-link';
  return (
    <li className="panel relative flex gap-4 hover:shadow-[0_0_0_1.5px_var(--color-primary)]">
      <TopicIcon name={icon} />
      <div className="min-w-0">
        <h2 className="heading-card">
          {to === undefined ? (
            title
          ) : to.startsWith('/') ? (
            <Link to={to} discover="none" className={link}>
              {title}
            </Link>
          ) : (
            <a href={to} className={link}>
              {title}
            </a>
          )}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">{text}</p>
      </div>
    </li>
  );
}
