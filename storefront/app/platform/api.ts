import { createClient, type Transport } from '@ceiba/contract/client';

const fetchTransport: Transport = async ({ method, url, headers, body, signal }) => {
  const response = await fetch(url, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, text: await response.text() };
};

/** The API from the browser, for personal data (cart, location, availability). Loaders use `apiContext` instead. */
export const api = createClient(fetchTransport);
