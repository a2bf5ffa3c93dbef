/**
 * Opens the device's share sheet. Returns true if the link was shared or the person closed the sheet. Returns false if the device has no share sheet.
 */
export async function shareByDevice(url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
