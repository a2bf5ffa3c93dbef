import { Menu as BaseMenu } from '@base-ui/react/menu';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useId } from 'react';
import { Button } from '../platform/button.tsx';
import { MenuItem, MenuPopup } from '../platform/menu-popup.tsx';
import { useMay } from '../session/session.ts';
import { asks, type DeskAction } from './desk-action.ts';
import { usePaletteActions } from './palette-actions.ts';
import { useAction } from './use-action.tsx';

/**
 * Buttons for the actions that the entity allows and the person may do. `allowed`: the entity's `actions`; undefined allows all actions. `next`: the
 * verb of the next step, whose button is filled. At most `most` buttons show; a menu has the other actions.
 */
export function ActionButtons({
  actions,
  allowed,
  next,
  most = 3,
  size,
}: {
  actions: readonly DeskAction[];
  allowed?: readonly string[] | undefined;
  next?: string;
  most?: number;
  size?: 'small';
}) {
  const may = useMay();
  const shown = actions.filter(({ verb, permission }) => may(permission) && (allowed?.includes(verb) ?? true));
  const { start, running, dialog } = useAction(shown);
  usePaletteActions(shown, start);
  const [buttons, more] = shown.length > most + 1 ? [shown.slice(0, most), shown.slice(most)] : [shown, []];
  return (
    <>
      {buttons.map((action) => (
        <ActionButton
          key={action.verb}
          action={action}
          isNext={action.verb === next}
          isRunning={running === action.verb}
          onStart={() => start(action)}
          {...(size && { size })}
        />
      ))}
      {more.length > 0 && <MoreActions actions={more} onStart={start} />}
      {dialog}
    </>
  );
}

function ActionButton({
  action,
  isNext,
  isRunning,
  onStart,
  size,
}: {
  action: DeskAction;
  isNext: boolean;
  isRunning: boolean;
  onStart: () => void;
  size?: 'small';
}) {
  const { label, icon, isDanger, blocked } = action;
  const whyId = useId();
  const look = isDanger ? 'danger' : isNext ? 'primary' : 'outline';
  return (
    <span className="inline-grid justify-items-start gap-0.5">
      <Button
        look={look}
        icon={icon}
        loading={isRunning}
        {...(asks(action) && { 'aria-haspopup': 'dialog' })}
        onClick={blocked === undefined ? onStart : undefined}
        aria-disabled={blocked !== undefined || undefined}
        aria-describedby={blocked === undefined ? undefined : whyId}
        {...(size && { size })}
      >
        {label}
      </Button>
      {blocked !== undefined && (
        <small id={whyId} className="text-xs text-ink-muted">
          {blocked}
        </small>
      )}
    </span>
  );
}

function MoreActions({ actions, onStart }: { actions: readonly DeskAction[]; onStart: (action: DeskAction) => void }) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger className="icon-button" aria-label="Más acciones" title="Más acciones">
        <DeskIcon name="ellipsis" size="md" />
      </BaseMenu.Trigger>
      <MenuPopup align="end">
        {actions.map((action) => (
          <MenuItem
            key={action.verb}
            isDanger={action.isDanger ?? false}
            disabled={action.blocked !== undefined}
            {...(asks(action) && { 'aria-haspopup': 'dialog' })}
            onClick={() => onStart(action)}
          >
            {action.icon && <DeskIcon name={action.icon} />}
            <span>
              {action.label}
              {action.blocked !== undefined && <small className="block text-ink-muted">{action.blocked}</small>}
            </span>
          </MenuItem>
        ))}
      </MenuPopup>
    </BaseMenu.Root>
  );
}
