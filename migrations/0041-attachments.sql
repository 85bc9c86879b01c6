-- Files that belong to an invoice, an expense or a client: a contract, a drawing, a delivery note. One that was just sent
-- belongs to nothing until what it is for is saved.
create table attachments (
  business_id uuid not null references businesses on delete cascade,
  id uuid not null default gen_random_uuid(),
  created_by uuid not null,
  request_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  file_id uuid not null,
  invoice_id uuid,
  expense_id uuid,
  client_id uuid,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint attachments_request unique (business_id, request_id),
  constraint attachments_one_target check (num_nonnulls(invoice_id, expense_id, client_id) <= 1),
  foreign key (business_id, file_id) references stored_files (business_id, id),
  -- What is deleted leaves its files, which are removed within a day.
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete set null (invoice_id),
  foreign key (business_id, expense_id) references expenses (business_id, id) on delete set null (expense_id),
  foreign key (business_id, client_id) references clients (business_id, id) on delete set null (client_id)
);
create index attachments_invoice on attachments (business_id, invoice_id) where invoice_id is not null;
create index attachments_expense on attachments (business_id, expense_id) where expense_id is not null;
create index attachments_client on attachments (business_id, client_id) where client_id is not null;
create index attachments_file on attachments (business_id, file_id);
-- Those that were left, which are removed after a day.
create index attachments_left on attachments (created_at, business_id)
  where invoice_id is null and expense_id is null and client_id is null;
call platform.protect_tenant_table('attachments');
grant select (business_id, id, invoice_id, expense_id, client_id, created_at) on attachments to millrace_platform;
create policy left_over on attachments for select to millrace_platform
  using (invoice_id is null and expense_id is null and client_id is null);
