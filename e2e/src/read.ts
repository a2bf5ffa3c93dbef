import type { CallAnswer, CallName, Client } from '@ceiba/contract/client';

/** Returns the value of a call that must succeed. */
export async function read<N extends CallName>(
  api: Client,
  name: N,
  input: Parameters<typeof api<N>>[1],
): Promise<CallAnswer<N>> {
  const answer = await api(name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.status} ${answer.error.code} ${answer.error.message}`);
  return answer.value;
}
