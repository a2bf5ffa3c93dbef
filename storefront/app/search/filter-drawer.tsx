import { Button } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { FacetList } from './facet-list.tsx';
import { countText, type ListingData } from './listing-data.ts';

/** The filters on a phone. The list behind changes with each choice; the button closes the drawer, so that the list is visible. */
export default function FilterDrawer({
  open,
  onClose,
  listing,
  isCounted,
}: {
  open: boolean;
  onClose: () => void;
  listing: ListingData;
  /** False while a slow connection still loads the chosen products. */
  isCounted: boolean;
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Filtros"
      footer={
        <Button block onClick={onClose}>
          Ver {isCounted ? countText(listing.total) : 'productos'}
        </Button>
      }
    >
      <FacetList listing={listing} isTitled={false} />
    </Drawer>
  );
}
