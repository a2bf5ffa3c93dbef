import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';

type Sent = Promise<Result<unknown, ApiError>>;

/**
 * An action of the shown page. It shows as a button or an entry of the "more" menu, and in the palette. A harmless
 * action runs immediately and offers `undo`. An action on money, stock or mails, or one that cancels, has `confirm`,
 * and its button names the effect. An action with input has `dialog`.
 */
export interface DeskAction {
  /** The verb, as in the entity's `actions`. An action is hidden if this verb is not in the list. */
  verb: string;
  /** The label of §0.4. */
  label: string;
  permission: Permission | 'signedIn';
  icon?: DeskIconName;
  isDanger?: boolean;
  /** The reason why the action is impossible now. The button stays visible and shows the reason. */
  blocked?: string;
  confirm?: { title: string; text: ReactNode; button: string };
  /** Renders the action's dialog, which sends its own call. */
  dialog?: (close: () => void) => ReactNode;
  /** Sends the call with these options: their key keeps a repeat after a lost answer from acting twice. */
  run?: (options: CallOptions) => Sent;
  /** The notice after success: "Nota agregada". */
  done?: string;
  /** Sends the call that reverses the action. Offered for ten seconds. */
  undo?: (options: CallOptions) => Sent;
}

/** Returns whether the action opens a dialog before it runs. */
export const asks = ({ confirm, dialog }: DeskAction): boolean => confirm !== undefined || dialog !== undefined;

/** Call options with a new idempotency key. All tries of one change share them. */
export const onceOptions = (): CallOptions => ({ headers: { 'idempotency-key': crypto.randomUUID() } });
