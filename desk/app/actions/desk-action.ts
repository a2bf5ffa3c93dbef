import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';

type Sent = Promise<Result<unknown, ApiError>>;

/**
 * An action on the shown page. It becomes a button, an entry of the "more" menu and one of the palette. Harmless actions run at once and offer
 * `undo`. Those about money, stock, mails or cancelling `confirm`, and the button names the effect. Those that need more input have a `dialog`.
 */
export interface DeskAction {
  /** A verb of the entity's `actions`. Others are not shown. */
  verb: string;
  /** The label of §0.4. */
  label: string;
  permission: Permission | 'signedIn';
  icon?: DeskIconName;
  isDanger?: boolean;
  /** Why the action is impossible now. The button is shown, and says so. */
  blocked?: string;
  confirm?: { title: string; text: ReactNode; button: string };
  /** Renders its own dialog and sends its own call. */
  dialog?: (close: () => void) => ReactNode;
  /** Sends the call with the given options. A repeat after a lost connection must not do it twice. */
  run?: (options: CallOptions) => Sent;
  /** Shown when it is done: "Nota agregada". */
  done?: string;
  /** The opposite call, offered for ten seconds. */
  undo?: (options: CallOptions) => Sent;
}

/** Returns whether the action opens a dialog before it runs. */
export const asks = ({ confirm, dialog }: DeskAction): boolean => confirm !== undefined || dialog !== undefined;

/** Call options with a new idempotency key. All tries of one change share them. */
export const onceOptions = (): CallOptions => ({ headers: { 'idempotency-key': crypto.randomUUID() } });
