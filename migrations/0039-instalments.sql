-- An invoice that is paid in parts, each with a date of its own: [{ amount, amountMinor, dueDate }], by date, the rest last.
-- Null for an invoice that is paid at once. With parts, due_date is the date of the first one that is not paid yet:
-- platform.follow_parts() sets it.
alter table invoices add column parts jsonb;
create index invoices_parts on invoices (business_id) where parts is not null and status = 'pending';

-- The part that a reminder was about, by its date; null for invoices without parts. Each part has its own reminders.
alter table reminders add column due_date date;
alter table reminders drop constraint reminders_step;
create unique index reminders_step on reminders (business_id, invoice_id, offset_days) where due_date is null;
create unique index reminders_part_step on reminders (business_id, invoice_id, offset_days, due_date)
  where due_date is not null;
