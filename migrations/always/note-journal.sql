-- Notes each source of the journal whose postings have to be made again. It only inserts, so a transaction that writes an
-- invoice, a payment, an expense or a bank transaction waits for no other. A restored archive notes everything at its end,
-- and a move of a whole category takes its postings along.

-- For tables whose rows are a source themselves. The argument is the source.
create or replace function platform.note_new_sources() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, source_id) select business_id, tg_argv[0], id from come;
  return null;
end
$$;
create or replace function platform.note_changed_source() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, source_id) values (new.business_id, tg_argv[0], new.id);
  return null;
end
$$;
-- The role that removes a whole business may not write here.
create or replace function platform.note_removed_sources() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, source_id)
  select business_id, tg_argv[0], id from gone
  where exists (select from businesses b where b.id in (select business_id from gone));
  return null;
end
$$;

create or replace trigger journal_new after insert on invoices referencing new table as come
  for each statement when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_new_sources('invoice');
create or replace trigger journal_changed after update on invoices for each row
  when ((old.issue_date, old.currency, old.rate, old.client_id, old.total_minor, old.tax_minor, old.tax_included, old.lines,
      old.taxes, old.discount, old.fees, old.tax_treatment, old.status, old.approval, old.send_option, old.sent_at is null,
      old.received_minor, old.credited_minor, old.waived_minor, old.credit_notes_minor)
    is distinct from (new.issue_date, new.currency, new.rate, new.client_id, new.total_minor, new.tax_minor,
      new.tax_included, new.lines, new.taxes, new.discount, new.fees, new.tax_treatment, new.status, new.approval, new.send_option,
      new.sent_at is null, new.received_minor, new.credited_minor, new.waived_minor, new.credit_notes_minor))
  execute function platform.note_changed_source('invoice');
create or replace trigger journal_removed after delete on invoices referencing old table as gone
  for each statement execute function platform.note_removed_sources('invoice');

create or replace trigger journal_new after insert on expenses referencing new table as come
  for each statement when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_new_sources('expense');
create or replace trigger journal_changed after update on expenses for each row
  when ((old.date, old.currency, old.amount_minor, old.home_minor, old.category, old.vendor, old.client_id, old.taxes)
    is distinct from
    (new.date, new.currency, new.amount_minor, new.home_minor, new.category, new.vendor, new.client_id, new.taxes)
    and current_setting('app.moving_category', true) is distinct from 'yes')
  execute function platform.note_changed_source('expense');
create or replace trigger journal_removed after delete on expenses referencing old table as gone
  for each statement execute function platform.note_removed_sources('expense');

create or replace trigger journal_new after insert on transactions referencing new table as come
  for each statement when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_new_sources('transaction');
create or replace trigger journal_changed after update on transactions for each row
  when ((old.date, old.currency, old.amount_minor, old.is_income, old.status, old.category, old.merchant, old.transfer_id, old.account_id)
    is distinct from
    (new.date, new.currency, new.amount_minor, new.is_income, new.status, new.category, new.merchant, new.transfer_id, new.account_id)
    and current_setting('app.moving_category', true) is distinct from 'yes')
  execute function platform.note_changed_source('transaction');
create or replace trigger journal_removed after delete on transactions referencing old table as gone
  for each statement execute function platform.note_removed_sources('transaction');

-- A payment belongs to its invoice, and is a source of its own once the invoice is deleted.
create or replace function platform.note_payment() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, source_id) values
    (new.business_id, case when new.invoice_id is null then 'payment' else 'invoice' end, coalesce(new.invoice_id, new.id));
  return null;
end
$$;
create or replace trigger journal_new after insert on payments
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_payment();
create or replace trigger journal_changed after update on payments for each row
  when ((old.invoice_id, old.undone_at is null, old.received_on, old.amount_minor, old.credited_minor, old.home_minor,
      old.gain_minor, old.client_id, old.method)
    is distinct from (new.invoice_id, new.undone_at is null, new.received_on, new.amount_minor, new.credited_minor,
      new.home_minor, new.gain_minor, new.client_id, new.method))
  execute function platform.note_payment();

create or replace function platform.note_return() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, source_id)
  select p.business_id, case when p.invoice_id is null then 'payment' else 'invoice' end, coalesce(p.invoice_id, p.id)
  from payments p where p.business_id = new.business_id and p.id = new.payment_id;
  return null;
end
$$;
create or replace trigger journal_changed after insert or update on refunds
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_return();
create or replace trigger journal_changed after insert or update on disputes
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_return();

-- Credit notes and late fees.
create or replace function platform.note_of_invoice() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, source_id) values (new.business_id, 'invoice', new.invoice_id);
  return null;
end
$$;
create or replace trigger journal_new after insert on credit_notes
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_of_invoice();
create or replace trigger journal_changed after insert or update on late_fees
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_of_invoice();

-- A bank transaction counts by itself unless it belongs to something else.
create or replace function platform.note_match() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, source_id) values (new.business_id, 'transaction', new.transaction_id);
  return null;
end
$$;
create or replace trigger journal_changed after insert or update on transaction_matches
  for each row when (current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_match();
create or replace function platform.note_removed_matches() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, source_id)
  select business_id, 'transaction', transaction_id from gone
  where exists (select from businesses b where b.id in (select business_id from gone));
  return null;
end
$$;
create or replace trigger journal_removed after delete on transaction_matches referencing old table as gone
  for each statement execute function platform.note_removed_matches();

-- The journal freezes what is closed, once it has everything that was noted before. What has postings in days that are open
-- again is made again, before anything is frozen later: what was counted later than its date goes back to it, and what moved
-- within the closed days is found where it is. That includes what the journal has not taken yet.
create or replace function platform.note_closing() returns trigger
language plpgsql as $$
begin
  insert into journal_changes (business_id, source, closed_through)
  values (new.business_id, 'closing', new.closed_through);
  if tg_op = 'UPDATE' and new.closed_through is distinct from greatest(old.closed_through, new.closed_through) then
    insert into journal_changes (business_id, source, source_id)
    select business_id, source, source_id from journal
    where business_id = new.business_id and (is_correction or day <= old.closed_through)
      and (new.closed_through is null or day > new.closed_through)
    union
    select business_id, source, source_id from journal_changes
    where business_id = new.business_id and source_id is not null;
  end if;
  return null;
end
$$;
create or replace trigger journal_closing after insert or update of closed_through on report_settings
  for each row execute function platform.note_closing();

grant execute on function platform.note_new_sources, platform.note_changed_source, platform.note_removed_sources,
  platform.note_payment, platform.note_return, platform.note_of_invoice, platform.note_match,
  platform.note_removed_matches, platform.note_closing to millrace_app;
