/** Copies a text. False: the browser has no clipboard, which needs HTTPS, or rejects the copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
