import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The table of routes is small, and a cached page may outlive the server that could answer lazy discovery.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
