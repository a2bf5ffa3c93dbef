/** Rooms that each room may import (architecture §1). The applications never import each other. */
export const allowedRooms: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  'sandbox-bank': ['domain'],
  server: ['domain', 'contract'],
  // The server loads it by file name, only in demo mode. No room imports it.
  demo: ['domain', 'contract', 'server'],
  // The user interface of both browser applications, and their API client. Neither contains a capability.
  ui: ['domain', 'contract'],
  client: ['domain', 'contract', 'ui'],
  storefront: ['domain', 'contract', 'ui', 'client'],
  desk: ['domain', 'contract', 'ui', 'client'],
  e2e: ['domain', 'contract'],
  bench: ['domain', 'contract'],
  checks: [],
};

/** Folders that are not capabilities. Every slice of the room may use them, but they use no slice. */
export const foundations: Record<string, readonly string[]> = {
  server: ['platform', 'testing'],
  storefront: ['platform', 'policies', 'testing'],
  desk: ['platform', 'session', 'actions', 'detail', 'list', 'views', 'notices', 'scan', 'shell', 'testing'],
  domain: ['money', 'dates', 'policies', 'testing'],
  'sandbox-bank': ['platform', 'testing'],
};

/** `server/src/carts/…` → { room: 'server', slice: 'carts' }. Files directly in src belong to no slice. */
export const placeOf = (file: string): { room: string; slice: string | undefined } => {
  const [room = '', source, slice, ...rest] = file.split('/');
  const isSliced = (source === 'src' || source === 'app') && rest.length > 0;
  return { room, slice: isSliced ? slice : undefined };
};

/** Rooms that use or read the product, but are not part of it. A rule that only they reach is not reached. */
const toolRooms = ['e2e', 'bench', 'checks', 'design'];

export const isProductRoom = (room: string): boolean => Object.hasOwn(allowedRooms, room) && !toolRooms.includes(room);

export const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file);

/** Returns whether a file is code of the shop: neither a test nor a test helper. */
export const isProduct = (file: string): boolean =>
  isProductRoom(file.split('/')[0] ?? '') && !isTest(file) && !file.includes('/testing/');
