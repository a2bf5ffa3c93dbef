import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { demoSecretsKey } from '../platform/operations/config.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';

/** As a demo shop, and every shop of tests, keeps them. */
export const testSecrets = createSealedSecrets(createKeyRing([demoSecretsKey]));
