-- Letters go out in the order of rank and id: what games wait for before what only tells (store.Letter.Rank).
-- Earlier programs write 0.
alter table letters add column rank smallint not null default 0;
create index letters_queue on letters (rank, id) where state < 2;
drop index letters_addressee;
create index letters_addressee on letters (addressee, game, rank, id);
create index letters_held on letters (addressee, game, leased);
