/** Maximum length of an event's address, in characters. */
export const eventUrlMaxLength = 2_000;

/**
 * Returns whether the shop may call the address of a sponsored product's event (DEC-144, DEC-175): https at the default port, without
 * name and password. If hosts are configured, only these hosts are allowed. `hosts` are in lower case.
 */
export function isEventUrl(text: string, hosts: readonly string[]): boolean {
  if (text.length > eventUrlMaxLength || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  return isPlain && hostname !== '' && (hosts.length === 0 || hosts.includes(hostname));
}
