-- Names (of games, groups, values, mails) are bytes, since they need not be text of any
-- encoding, and sort as bytes. Every "body", "facts" and "payload" is deflated (RFC 1951); all but
-- the payloads, which the chain covers, begin with a CRC-32C. Times are nanoseconds since 1970.

create table games (
  id   bigint generated always as identity primary key,
  name bytea not null unique,
  rev  bigint not null,
  seq  bigint not null,
  last bytea not null,
  doc  bytea not null
);

create table records (
  game    bigint not null references games on delete cascade,
  seq     bigint not null,
  hash    bytea not null,
  payload bytea not null,
  primary key (game, seq)
);

-- A record is never changed, and goes only with its whole game.
create function records_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from games where id = old.game) then
    return old;
  end if;
  raise exception 'records are only ever appended: % refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger records_stay before update or delete on records for each row execute function records_stay();
create trigger records_stay_all before truncate on records for each statement execute function records_stay();

create table beside (
  game bigint not null,
  seq  bigint not null,
  body bytea not null,
  primary key (game, seq),
  foreign key (game, seq) references records on delete cascade
);

create table snapshots (
  game bigint not null references games on delete cascade,
  seq  bigint not null,
  body bytea not null,
  primary key (game, seq)
);

-- What is known about a mail: attempts, its mark once it was handled, and, while it is kept, the mail.
create table mails (
  key      bytea primary key,
  attempts integer not null default 0,
  mark     bytea,
  at       bigint,
  number   bigint,
  facts    bytea,
  body     bytea
);
create sequence mails_number;
create index mails_kept on mails (at, number) where at is not null;

-- Beside the facts are the columns that are searched for, and those that change alone: game, lease, body, said.
-- Letters go out in the order of rank and id: what games wait for before what only tells (store.Letter.Rank).
create table letters (
  id        bigint generated always as identity primary key,
  game      bytea not null,
  addressee bigint not null, -- a hash
  state     smallint not null, -- 0 waiting, 1 sending, 2 given up
  grp       bytea,
  queued    bigint not null,
  next_try  bigint not null,
  leased    bigint not null,
  facts     bytea not null,
  body      bytea,
  said      bytea,
  rank      smallint not null
);
create unique index letters_group on letters (grp) where state = 0;
create index letters_next on letters (next_try) where state < 2;
create index letters_queue on letters (rank, id) where state < 2;
create index letters_addressee on letters (addressee, game, rank, id);
create index letters_held on letters (addressee, game, leased);
create index letters_game on letters (game);

create table sent (
  message_id bytea primary key,
  id         bigint not null,
  game       bytea not null,
  seat       integer not null,
  at         bigint not null,
  facts      bytea not null,
  said       bytea
);
create index sent_reader on sent (game, seat, id);
create index sent_at on sent (at);

create table due (
  at   bigint not null,
  game bytea not null,
  kind bytea not null,
  seat bigint not null, -- 2^32 more where it is negative
  body bytea not null,
  primary key (at, game, kind, seat)
);
create index due_game on due (game);

-- The sessions of the last day, and how many of their transactions have written.
create table writers (
  id    bigint generated always as identity primary key,
  count bigint not null default 0,
  at    timestamptz not null default now()
);

create table service (
  key  bytea primary key,
  body bytea not null
);

-- All of this is deflated already.
alter table records alter payload set storage external;
alter table beside alter body set storage external;
alter table snapshots alter body set storage external;
alter table mails alter body set storage external;
alter table letters alter body set storage external, alter said set storage external;
alter table sent alter said set storage external;
