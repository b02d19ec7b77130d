-- A token of a product reports for that product only.
alter table service_token add column product_code text;
comment on column service_token.product_code is 'Null where the token reports nothing of products, and for tokens from before this column, which report for all.';
