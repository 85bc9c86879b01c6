-- Steps of members that no new row stands for: a match that they accept or undo, and a file that they add or remove. The
-- arguments of the triggers are the verb, the subject and the column that names it.

create or replace function platform.note_step() returns trigger
language plpgsql as $$
declare
  one constant jsonb := to_jsonb(coalesce(new, old));
  label constant text := case tg_argv[1]
    when 'match' then (select coalesce(nullif(t.merchant, ''), t.description) from transactions t
      where t.business_id = (one ->> 'business_id')::uuid and t.id = (one ->> 'transaction_id')::uuid)
    else one ->> tg_argv[2]
  end;
begin
  insert into activity (business_id, user_id, verb, subject, subject_id, label)
  values ((one ->> 'business_id')::uuid, current_setting('app.user_id')::uuid, tg_argv[0], tg_argv[1],
    (one ->> 'id')::uuid, left(coalesce(label, ''), 120));
  return null;
end
$$;

-- One with an invoice records a payment, which is noted. What a rule accepts and what a deletion releases is no member's step.
create or replace trigger activity_accepted after update of state on transaction_matches
  for each row when (current_setting('app.user_id', true) <> '' and new.kind <> 'invoices' and new.decided_by = 'owner'
    and old.state <> 'accepted' and new.state = 'accepted')
  execute function platform.note_step('created', 'match', '');
create or replace trigger activity_undone after update of state on transaction_matches
  for each row when (current_setting('app.user_id', true) <> '' and new.kind <> 'invoices' and new.decided_by = 'owner'
    and old.state = 'accepted' and new.state = 'suggested' and old.decided_at is distinct from new.decided_at)
  execute function platform.note_step('deleted', 'match', '');

-- A file belongs to nothing until what it is for is saved. Copies come with a copied document.
create or replace trigger activity_attached after update on attachments
  for each row when (current_setting('app.user_id', true) <> ''
    and coalesce(old.invoice_id, old.expense_id, old.client_id, old.estimate_id) is null
    and coalesce(new.invoice_id, new.expense_id, new.client_id, new.estimate_id) is not null)
  execute function platform.note_step('created', 'file', 'name');
create or replace trigger activity_removed after delete on attachments
  for each row when (current_setting('app.user_id', true) <> ''
    and coalesce(old.invoice_id, old.expense_id, old.client_id, old.estimate_id) is not null)
  execute function platform.note_step('deleted', 'file', 'name');
