-- What members write to each other about an invoice, an expense or a transaction.
create table comments (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  invoice_id uuid,
  expense_id uuid,
  transaction_id uuid,
  body text not null check (length(body) between 1 and 2000),
  created_by uuid not null,
  request_id uuid not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (business_id, id),
  constraint comments_request unique (business_id, request_id),
  constraint comments_one_subject check (num_nonnulls(invoice_id, expense_id, transaction_id) = 1),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade,
  foreign key (business_id, expense_id) references expenses (business_id, id) on delete cascade,
  foreign key (business_id, transaction_id) references transactions (business_id, id) on delete cascade
);
create index comments_invoice on comments (business_id, invoice_id, created_at desc, id desc)
  where invoice_id is not null;
create index comments_expense on comments (business_id, expense_id, created_at desc, id desc)
  where expense_id is not null;
create index comments_transaction on comments (business_id, transaction_id, created_at desc, id desc)
  where transaction_id is not null;
call platform.protect_tenant_table('comments');

-- Whom a comment names, and whether they have seen it.
create table mentions (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  comment_id uuid not null,
  user_id uuid not null,
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint mentions_person unique (business_id, comment_id, user_id),
  foreign key (business_id, comment_id) references comments (business_id, id) on delete cascade
);
create index mentions_user on mentions (business_id, user_id, created_at desc, id desc);
create index mentions_unseen on mentions (business_id, user_id) where seen_at is null;
call platform.protect_tenant_table('mentions');
