/** Opens the device's own sharing. True: the link was shared, or the person closed the sheet. False: this device has no sharing. */
export async function shareByDevice(url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
