import { createSealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { type Command, command } from '../platform/operations/command-line.ts';
import { createKeyRing } from '../platform/operations/key-ring.ts';

export const secretsCommands: readonly Command[] = [
  command({
    usage: 'secrets rotate',
    summary:
      'encrypts all secrets of older keys again with the first key of SECRETS_KEY (docs/operations.md, "Secrets")',
    takes: {},
    run: (call) => {
      const sealed = createSealedSecrets(createKeyRing(call.readConfig().secretsKeys));
      return call.onDatabase(async ({ db }) => {
        const { rotated, all } = await sealed.rotate(db.write);
        return call.end(true, `${rotated} of ${all} secrets sealed anew; the older keys may go from SECRETS_KEY.`);
      });
    },
  }),
];
