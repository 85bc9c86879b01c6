-- By which invoices are found that have an amount as their total, in the order of the list. Every status has its own
-- part, so that a search within one status reads no others.
create index invoices_total on invoices (business_id, total_cents, status, due_date desc, id desc);
-- The same for the balance due, where it is not the total.
create index invoices_balance on invoices (business_id, open_cents, due_date desc, id desc)
  where status = 'pending' and open_cents <> total_cents;
