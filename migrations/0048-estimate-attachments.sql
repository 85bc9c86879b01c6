-- Files can belong to an estimate, too. Those of an estimate go with each invoice that is made from it: the invoice has rows
-- of its own, which share the stored file.
alter table attachments
  add column estimate_id uuid,
  drop constraint attachments_one_target,
  add constraint attachments_one_target
    check (num_nonnulls(invoice_id, expense_id, client_id, estimate_id) <= 1),
  -- An estimate that is deleted leaves its files, which are removed within a day.
  add foreign key (business_id, estimate_id) references estimates (business_id, id) on delete set null (estimate_id);
create index attachments_estimate on attachments (business_id, estimate_id) where estimate_id is not null;
drop index attachments_left;
create index attachments_left on attachments (created_at, business_id)
  where invoice_id is null and expense_id is null and client_id is null and estimate_id is null;
grant select (estimate_id) on attachments to millrace_platform;
alter policy left_over on attachments
  using (invoice_id is null and expense_id is null and client_id is null and estimate_id is null);
