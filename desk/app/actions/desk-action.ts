import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import type { Permission } from '@ceiba/domain/staff/permissions';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';

type Sent = Promise<Result<unknown, ApiError>>;

/**
 * Something a person can do to what the page shows: it becomes a button, an entry of the "more" menu and one of the palette. What is harmless
 * is done at once and offers `undo`; money, stock, mails and cancelling `confirm`, and the button names the effect; what needs more words
 * has a `dialog`.
 */
export interface DeskAction {
  /** As the entity's `actions` name it; what is none of them is not shown. */
  verb: string;
  /** §0.4. */
  label: string;
  permission: Permission | 'signedIn';
  icon?: DeskIconName;
  isDanger?: boolean;
  /** Why it cannot be done now: the button is shown, and says so. */
  blocked?: string;
  confirm?: { title: string; text: ReactNode; button: string };
  /** Draws its own dialog and sends its own call. */
  dialog?: (close: () => void) => ReactNode;
  /** Sends the call, with the options as they are given: a repeat after a lost line must not do it twice. */
  run?: (options: CallOptions) => Sent;
  /** Said when it is done: "Nota agregada". */
  done?: string;
  /** The opposite call, offered for ten seconds. */
  undo?: (options: CallOptions) => Sent;
}

/** Whether it opens a dialog, in which it wants to know more. */
export const asks = ({ confirm, dialog }: DeskAction): boolean => confirm !== undefined || dialog !== undefined;

/** The options of one intention: the same key however often it is sent. */
export const onceOptions = (): CallOptions => ({ headers: { 'idempotency-key': crypto.randomUUID() } });
