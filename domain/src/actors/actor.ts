/** The author of a recorded change. `id` identifies it within its kind: who typed a command, a job's name. */
export interface Actor {
  kind: 'customer' | 'staff' | 'token' | 'command' | 'job';
  /** Null for a buyer: the order names the buyer as long as the law allows. */
  id: string | null;
}

export const jobActor = (name: string): Actor => ({ kind: 'job', id: name });
export const buyer: Actor = { kind: 'customer', id: null };
