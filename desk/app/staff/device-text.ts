const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const;

const find = (marks: readonly (readonly [mark: string, name: string])[], text: string): string | undefined =>
  marks.find(([mark]) => text.includes(mark))?.[1];

/** "Chrome en Windows" from a browser's user agent; for others its first words. */
export const deviceText = (device: string): string => {
  const [browser, system] = [find(browsers, device), find(systems, device)];
  if (browser === undefined || system === undefined) return device.slice(0, 40) || 'Dispositivo sin nombre';
  return `${browser} en ${system}`;
};
