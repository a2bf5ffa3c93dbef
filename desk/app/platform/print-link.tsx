import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';

/** Opens a PDF that the server makes (OFF-27), in a tab of its own; `path` below /v1/admin. */
export function PrintLink({
  path,
  children = 'Imprimir',
  look,
  isSmall = false,
  isBlock = false,
}: {
  path: string;
  children?: string;
  look?: 'primary';
  isSmall?: boolean;
  isBlock?: boolean;
}) {
  return (
    <a
      className={cx('btn', look === 'primary' && 'p', isSmall && 's', isBlock && 'whole')}
      href={`/v1/admin/${path}`}
      target="_blank"
      rel="noopener"
    >
      <DeskIcon name="printer" />
      {children}
    </a>
  );
}
