import type { Client } from '@ceiba/contract/client';
import { createContext } from 'react-router';

/** The API client of one request, set by the server (`loadContext` of entry.server); loaders read it. */
export const apiContext = createContext<Client>();
