-- Points of a paid order that their program had let go of before it took them: nobody takes them any more, and the shop bears
-- what they were worth. An operator says so (`ceiba points write-off`).
alter type points_status add value if not exists 'written_off' after 'captured';
