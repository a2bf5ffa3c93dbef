/** Characters of an address, at most. */
export const eventUrlMaxLength = 2_000;

/**
 * Whether the address of a sponsored product's event may be told of (DEC-144, DEC-175): https at its own port, without a
 * name and password in it; where hosts are configured, one of them and no other. `hosts` in lower case.
 */
export function isEventUrl(text: string, hosts: readonly string[]): boolean {
  if (text.length > eventUrlMaxLength || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  return isPlain && hostname !== '' && (hosts.length === 0 || hosts.includes(hostname));
}
