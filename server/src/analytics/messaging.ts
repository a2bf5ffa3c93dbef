import type { OutgoingMessage } from './analytics.store.ts';

/** Why a message was not taken: a code or a status, never what the other side said. */
export class MessageNotTaken extends Error {}

/**
 * The messaging service (ANA-02): takes messages at least once; `id` tells those that came twice.
 * @throws MessageNotTaken where it did not say that it has the message: the job that sends it tries again.
 */
export interface Messaging {
  send(message: OutgoingMessage): Promise<void>;
  /** Why no message would be taken now, as far as can be told without sending one; null: none is known. */
  findFault(): Promise<string | null>;
  close(): Promise<void>;
}

/** What travels, in either adapter. */
export const messageText = ({ id, event, data, createdAt }: OutgoingMessage): string =>
  JSON.stringify({ id, event, createdAt: createdAt.toISOString(), data });
