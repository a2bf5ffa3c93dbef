import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { FacetList } from './facet-list.tsx';
import { countText, type ListingData } from './listing-data.ts';

/** The filters of a phone; the list behind changes with each choice, the button shows it. */
export default function FilterDrawer({
  open,
  onClose,
  listing,
}: {
  open: boolean;
  onClose: () => void;
  listing: ListingData;
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Filtros"
      footer={
        <Button block onClick={onClose}>
          Ver {countText(listing.total)}
        </Button>
      }
    >
      <FacetList listing={listing} isTitled={false} />
    </Drawer>
  );
}
