create or replace trigger gift_card_moved after insert on gift_card_movements for each row execute function move_gift_card();
