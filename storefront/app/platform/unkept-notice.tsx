import { isUnkept } from '@ceiba/client/unkept';
import { unkeptTexts } from '@ceiba/domain/content/unkept-texts';
import { AlertBox } from '@ceiba/ui/alert';

/** Where this browser keeps nothing under a key of local storage: said before it is lost. Only drawn in the browser. */
export const UnkeptNotice = ({ storageKey, what }: { storageKey: string; what: 'cart' | 'saved' }) =>
  isUnkept('local', storageKey) ? (
    <AlertBox type="Warning" title={unkeptTexts.titles[what]}>
      {unkeptTexts.message}
    </AlertBox>
  ) : null;
