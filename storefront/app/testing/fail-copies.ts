import { onTestFinished } from 'vitest';

/** Makes the clipboard of this test reject copies, or removes the clipboard, as in browsers without HTTPS. */
export function failCopies(isThere: boolean): void {
  const writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: isThere ? { writeText } : undefined });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(navigator, 'clipboard');
    else Object.defineProperty(navigator, 'clipboard', before);
  });
}
