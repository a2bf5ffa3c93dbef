import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { demoSecretsKey } from '../platform/operations/config.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';

/** The sealed secrets of demo shops and of all test shops. */
export const testSecrets = createSealedSecrets(createKeyRing([demoSecretsKey]));
