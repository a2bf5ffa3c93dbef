import { unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showAlert, showToast } from '../alerts/notices.ts';
import { api } from '../platform/api.ts';
import { type ShownWishlist, wishlistKey } from './wishlists-data.ts';

const tellFailure = (words: { title: string; message: string }): void =>
  showAlert({ id: 'profile-alert', type: 'Error', ...words });

const failed = { title: 'No pudimos cambiar el enlace', message: 'Vuelve a intentarlo en un momento.' };

/** The link of a list, which its owner makes and withdraws: whoever has it sees the products, and nothing else. */
export function ShareWishlist({ wishlist: { id, shareToken } }: { wishlist: ShownWishlist }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: async (isShared: boolean): Promise<string | null> => {
      const params = { id };
      if (isShared) return unwrap(await api('shareWishlist', { params })).shareToken;
      unwrap(await api('unshareWishlist', { params }));
      return null;
    },
    onSuccess: async (token) => {
      await queryClient.cancelQueries({ queryKey: wishlistKey(id) });
      queryClient.setQueryData<ShownWishlist>(wishlistKey(id), (known) => known && { ...known, shareToken: token });
    },
    onError: (error) => tellFailure(failureWords(error, failed)),
  });
  if (shareToken === null) {
    return (
      <Button variant="outline" size="sm" loading={change.isPending} onClick={() => change.mutate(true)}>
        Compartir lista
      </Button>
    );
  }
  const link = `${window.location.origin}/wishlist/${shareToken}`;
  return (
    <div className="grid gap-2.5 rounded-lg bg-surface-sunken p-4">
      <TextField
        label="Enlace de tu lista"
        name="share-link"
        readOnly
        value={link}
        hint="Quien lo tenga ve los productos, no quién eres."
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="tonal" size="sm" onClick={() => void copy(link)}>
          Copiar enlace
        </Button>
        <Button variant="ghost" size="sm" loading={change.isPending} onClick={() => change.mutate(false)}>
          Dejar de compartir
        </Button>
      </div>
    </div>
  );
}

/** Where the browser gives no clipboard the link stands in its field, to be copied by hand. */
const copy = (link: string): Promise<void> =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(link))
    .then(
      () => showToast('Copiamos el enlace'),
      () => tellFailure({ title: 'No pudimos copiar el enlace', message: 'Cópialo tú del recuadro.' }),
    );
