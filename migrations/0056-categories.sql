-- A business that never changed its categories has none here, and the standard ones apply. Rows are filed under the name.
create table categories (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('expense', 'transaction')),
  name text not null check (name <> ''),
  colour text not null default 'gray'
    check (colour in ('gray', 'teal', 'blue', 'violet', 'pink', 'red', 'orange', 'amber', 'green')),
  -- The category that it is a part of.
  parent_id uuid,
  -- How much of what is filed under it counts for income tax.
  tax_treatment text not null default 'full' check (tax_treatment in ('full', 'half', 'none')),
  position integer not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, parent_id) references categories (business_id, id) deferrable initially deferred
);
create unique index categories_name on categories (business_id, kind, lower(name));
call platform.protect_tenant_table('categories');

-- What a category was called before, and what was merged into it: banks and files still use those names.
create table former_category_names (
  business_id uuid not null references businesses on delete cascade,
  kind text not null check (kind in ('expense', 'transaction')),
  former text not null,
  category_id uuid not null,
  primary key (business_id, kind, former),
  foreign key (business_id, category_id) references categories (business_id, id) deferrable initially deferred
);
call platform.protect_tenant_table('former_category_names');

-- Each rename and merge, which can be undone for a while.
create table category_changes (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('expense', 'transaction')),
  what text not null check (what in ('rename', 'merge')),
  from_name text not null,
  to_name text not null,
  -- How many expenses, transactions, rules and schedules moved.
  rows integer not null default 0,
  made_by uuid not null,
  at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz,
  -- What an undo needs besides the rows that moved.
  kept jsonb not null,
  primary key (business_id, id)
);
create index category_changes_recent on category_changes (business_id, kind, at desc);
call platform.protect_tenant_table('category_changes');

-- What moved, until it can no longer be undone.
create table category_moves (
  business_id uuid not null references businesses on delete cascade,
  change_id uuid not null,
  -- The table; of transactions with the columns that named the category.
  holder text not null,
  -- What moves in one statement.
  step integer not null,
  ids text[] not null,
  primary key (business_id, change_id, holder, step),
  foreign key (business_id, change_id) references category_changes (business_id, id) on delete cascade
);
call platform.protect_tenant_table('category_moves');
