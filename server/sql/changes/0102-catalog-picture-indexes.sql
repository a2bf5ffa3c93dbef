drop index concurrently if exists product_images_media;
create index concurrently product_images_media on product_images (media_key);
drop index concurrently if exists media_unused;
create index concurrently media_unused on media (unused_since) where unused_since is not null;
