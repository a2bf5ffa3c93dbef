import { unwrap } from '@ceiba/client/call-failure';
import { type Paged, usePages } from '@ceiba/client/paged-list';
import type { CallAnswer } from '@ceiba/contract/client';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { api } from '../platform/api.ts';

/** Personal data: removed from the cache at sign-out. */
export const returnsKey = ['customer', 'returns'] as const;

export type ShownReturn = CallAnswer<'listReturns'>['returns'][number];

/** The returns of the signed-in customer, newest first. */
export const useOwnReturns = (): Paged<ShownReturn> =>
  usePages([...returnsKey, 'pages'], async (query, signal) => {
    const { returns, next } = unwrap(await api('listReturns', { query }, { signal }));
    return { items: returns, next };
  });

/** Cancels one of the customer's returns. */
export function useCancelReturn(returnNumber: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => unwrap(await api('cancelReturn', { params: { returnNumber } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: returnsKey }),
  });
}

/** The pictures of a return as data URLs, in order. Null while a picture is loading, `failed` if a picture cannot be loaded. */
export function useReturnPictures({ returnNumber, images }: Pick<ShownReturn, 'returnNumber' | 'images'>) {
  return useQueries({
    queries: Array.from({ length: images }, (_, index) => ({
      queryKey: [...returnsKey, returnNumber, index + 1],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = { returnNumber, image: String(index + 1) };
        const { type, base64 } = unwrap(await api('getReturnImage', { params }, { signal })).data;
        return `data:${type};base64,${base64}`;
      },
    })),
    combine: (pictures) => pictures.map(({ data = null, isError }) => (isError ? ('failed' as const) : data)),
  });
}
