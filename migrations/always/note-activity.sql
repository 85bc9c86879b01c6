-- What members did. Jobs, clients and a restored archive leave no trace here: they act for no member. The arguments of the
-- triggers are: the subject, the columns of which the first one with a value names it, the column of whom it is for, and
-- the columns whose change is no act. What has a version was changed if that was; what has no id is a setting.

create or replace function platform.label_act(act jsonb, args text[]) returns text
language sql stable as $$
  select left(concat_ws(' for ',
    case args[1]
      when 'user_id' then (select p.name from people p
        where p.business_id = (act ->> 'business_id')::uuid and p.user_id = (act ->> 'user_id')::uuid)
      when 'payment_id' then (select p.invoice_number from payments p
        where p.business_id = (act ->> 'business_id')::uuid and p.id = (act ->> 'payment_id')::uuid)
      else (select act ->> name from unnest(string_to_array(args[1], ' ')) with ordinality of_label (name, n)
        where act ->> name <> '' order by n limit 1)
    end,
    nullif(act ->> args[2], '')), 120)
$$;

-- Changes of the same thing by the same person within ten minutes are one act.
create or replace function platform.note_acts(act text, args text[], total bigint, acted jsonb[]) returns void
language plpgsql as $$
declare
  business constant uuid := current_setting('app.business_id')::uuid;
  person constant uuid := current_setting('app.user_id')::uuid;
  one jsonb;
  about uuid;
  done text;
  noted uuid;
begin
  if total > 20 then
    insert into activity (business_id, user_id, verb, subject, count) values (business, person, act, args[0], total);
    return;
  end if;
  foreach one in array acted loop
    about := coalesce(one ->> 'id', one ->> 'user_id', one ->> 'business_id')::uuid;
    done := case when one ?| array['id', 'user_id'] then act else 'changed' end;
    noted := null;
    if done = 'changed' then
      select newest.id into noted from (
        select a.id, a.user_id, a.verb, a.at from activity a
        where a.business_id = business and a.subject_id = about and a.subject = args[0]
        order by a.at desc limit 1
      ) newest
      where newest.user_id = person
        and (newest.verb = 'changed' and newest.at > now() - interval '10 minutes'
          or newest.verb = 'created' and newest.at >= now());
      -- One that another transaction is writing is left to it.
      select a.id into noted from activity a where a.business_id = business and a.id = noted for update skip locked;
    end if;
    if noted is null then
      insert into activity (business_id, user_id, verb, subject, subject_id, label)
      values (business, person, done, args[0], about, platform.label_act(one, args));
    else
      update activity a set at = clock_timestamp(), label = platform.label_act(one, args)
      where a.business_id = business and a.id = noted;
    end if;
  end loop;
end
$$;

-- Of new and of removed rows. An item that an invoice left behind has been used, and was not made by hand.
-- Several categories in one statement are the standard ones.
create or replace function platform.note_act() returns trigger
language plpgsql as $$
declare
  total bigint;
  acted jsonb[];
begin
  select count(*) into total from come;
  if total = 0 or (total > 20 and tg_argv[0] = 'item') or (total > 1 and tg_argv[0] = 'category') then return null; end if;
  if tg_op = 'DELETE' and not exists (select from businesses b where b.id = current_setting('app.business_id')::uuid) then
    return null;
  end if;
  if total <= 20 then
    select array_agg(c.of_row) into acted from (select to_jsonb(c) as of_row from come c) c
    where tg_op = 'DELETE' or coalesce(c.of_row ->> 'uses', '0') = '0';
    if acted is null then return null; end if;
  end if;
  perform platform.note_acts(case tg_op when 'INSERT' then 'created' else 'deleted' end, tg_argv, total, acted);
  return null;
end
$$;

-- A plan that was made for one row must not compare thousands with each other.
create or replace function platform.note_changed_act() returns trigger
language plpgsql set enable_nestloop = off as $$
declare
  ignored constant text[] := string_to_array(tg_argv[3], ' ') || array['updated_at'];
  total bigint;
  acted jsonb[];
  ended jsonb[];
begin
  with before as materialized (select to_jsonb(g) as of_row, row_number() over () as n from gone g),
    after as materialized (select to_jsonb(c) as of_row, row_number() over () as n from come c),
    changed as (
      select a.of_row, coalesce(a.of_row ->> 'undone_at', a.of_row ->> 'withdrawn_at', a.of_row ->> 'removed_at')
        is distinct from coalesce(b.of_row ->> 'undone_at', b.of_row ->> 'withdrawn_at', b.of_row ->> 'removed_at') as is_end
      from after a join before b using (n)
      where case when a.of_row ? 'version' then a.of_row -> 'version' <> b.of_row -> 'version'
        else a.of_row - ignored <> b.of_row - ignored and a.of_row -> 'uses' is not distinct from b.of_row -> 'uses' end
    )
  select count(*), (array_agg(of_row) filter (where not is_end))[1:20], (array_agg(of_row) filter (where is_end))[1:20]
  into total, acted, ended from changed;
  if total > 20 then
    perform platform.note_acts('changed', tg_argv, total, null);
    return null;
  end if;
  if acted is not null then perform platform.note_acts('changed', tg_argv, cardinality(acted), acted); end if;
  if ended is not null then perform platform.note_acts('deleted', tg_argv, cardinality(ended), ended); end if;
  return null;
end
$$;

create or replace trigger activity_new after insert on invoices referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('invoice', 'number', 'client_name');
create or replace trigger activity_changed after update on invoices referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('invoice', 'number', 'client_name', '');
create or replace trigger activity_removed after delete on invoices referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('invoice', 'number', 'client_name');

create or replace trigger activity_new after insert on estimates referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('estimate', 'number', 'client_name');
create or replace trigger activity_changed after update on estimates referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('estimate', 'number', 'client_name', '');
create or replace trigger activity_removed after delete on estimates referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('estimate', 'number', 'client_name');

create or replace trigger activity_new after insert on clients referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('client', 'company_name', '');
create or replace trigger activity_changed after update on clients referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('client', 'company_name', '', 'code notes_version merged_into');
create or replace trigger activity_removed after delete on clients referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('client', 'company_name', '');

create or replace trigger activity_new after insert on expenses referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('expense', 'vendor category', '');
create or replace trigger activity_changed after update on expenses referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes'
    and current_setting('app.moving_category', true) is distinct from 'yes')
  execute function platform.note_changed_act('expense', 'vendor category', '', '');
create or replace trigger activity_removed after delete on expenses referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('expense', 'vendor category', '');

create or replace trigger activity_new after insert on recurring_expenses referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('recurring expense', 'vendor category', '');
create or replace trigger activity_changed after update on recurring_expenses referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes'
    and current_setting('app.moving_category', true) is distinct from 'yes')
  execute function platform.note_changed_act('recurring expense', 'vendor category', '', '');
create or replace trigger activity_removed after delete on recurring_expenses referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('recurring expense', 'vendor category', '');

create or replace trigger activity_new after insert on recurring_series referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('recurring invoice', 'client_name', '');
create or replace trigger activity_changed after update on recurring_series referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('recurring invoice', 'client_name', '', '');
create or replace trigger activity_removed after delete on recurring_series referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('recurring invoice', 'client_name', '');

create or replace trigger activity_new after insert on payments referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('payment', 'invoice_number', '');
create or replace trigger activity_changed after update on payments referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('payment', 'invoice_number', '', 'client_id credited_minor transaction_id checkout_id provider_payment_id rate rated_on rate_source needs_rate home_minor gain_minor');

create or replace trigger activity_new after insert on refunds referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('refund', 'payment_id', '');

create or replace trigger activity_new after insert on credit_notes referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('credit note', 'number', '');
create or replace trigger activity_removed after delete on credit_notes referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('credit note', 'number', '');

create or replace trigger activity_new after insert on transactions referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('transaction', 'merchant description', '');
create or replace trigger activity_changed after update on transactions referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes'
    and current_setting('app.moving_category', true) is distinct from 'yes')
  execute function platform.note_changed_act('transaction', 'merchant description', '', 'status provider_id transfer_id rule_category provider_category bank_id reference search_text');
create or replace trigger activity_removed after delete on transactions referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('transaction', 'merchant description', '');

create or replace trigger activity_new after insert on category_rules referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('category rule', 'merchant', '');
create or replace trigger activity_changed after update on category_rules referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes'
    and current_setting('app.moving_category', true) is distinct from 'yes')
  execute function platform.note_changed_act('category rule', 'merchant', '', 'created_at');
create or replace trigger activity_removed after delete on category_rules referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('category rule', 'merchant', '');

create or replace trigger activity_new after insert on receipts referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('receipt', 'merchant file_name', '');
create or replace trigger activity_changed after update on receipts referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('receipt', 'merchant file_name', '', '');
create or replace trigger activity_removed after delete on receipts referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('receipt', 'merchant file_name', '');

create or replace trigger activity_new after insert on time_entries referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('time entry', 'description', '');
create or replace trigger activity_changed after update on time_entries referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('time entry', 'description', '', '');
create or replace trigger activity_removed after delete on time_entries referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('time entry', 'description', '');

create or replace trigger activity_new after insert on bank_connections referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('bank connection', 'institution_name', '');
create or replace trigger activity_changed after update on bank_connections referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('bank connection', 'institution_name', '', 'item_id access_token item_taken_at cursor page_cursor state problem_code problem failures last_synced_at next_sync_at webhook_url access_ends_at new_accounts_at account_revoked_at');
create or replace trigger activity_removed after delete on bank_connections referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('bank connection', 'institution_name', '');

create or replace trigger activity_new after insert on tax_rates referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('tax rate', 'name', '');
create or replace trigger activity_changed after update on tax_rates referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('tax rate', 'name', '', '');
create or replace trigger activity_removed after delete on tax_rates referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('tax rate', 'name', '');

create or replace trigger activity_new after insert on items referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('item', 'description', '');
create or replace trigger activity_changed after update on items referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('item', 'description', '', 'last_used_at');
create or replace trigger activity_removed after delete on items referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('item', 'description', '');

create or replace trigger activity_new after insert on invoice_templates referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('template', 'name', '');
create or replace trigger activity_changed after update on invoice_templates referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('template', 'name', '', '');
create or replace trigger activity_removed after delete on invoice_templates referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('template', 'name', '');

create or replace trigger activity_new after insert on reminder_settings referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('reminder settings', '', '');
create or replace trigger activity_changed after update on reminder_settings referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('reminder settings', '', '', '');

create or replace trigger activity_new after insert on reminder_steps referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('reminder settings', '', '');
create or replace trigger activity_changed after update on reminder_steps referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('reminder settings', '', '', '');
create or replace trigger activity_removed after delete on reminder_steps referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('reminder settings', '', '');

create or replace trigger activity_new after insert on numbering referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('numbering', '', '');
create or replace trigger activity_changed after update on numbering referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('numbering', '', '', '');

create or replace trigger activity_changed after update on businesses referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('profile', '', '', 'plan owner_verified deletion_requested_at delete_after suspended_at first_steps_hidden_at');

create or replace trigger activity_new after insert on exchange_rates referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('exchange rate', 'currency', '');
create or replace trigger activity_changed after update on exchange_rates referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('exchange rate', 'currency', '', 'created_at');
create or replace trigger activity_removed after delete on exchange_rates referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('exchange rate', 'currency', '');

create or replace trigger activity_new after insert on receipt_settings referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('receipt settings', '', '');
create or replace trigger activity_changed after update on receipt_settings referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('receipt settings', '', '', '');

create or replace trigger activity_new after insert on integrations referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('integration', '', '');
create or replace trigger activity_changed after update on integrations referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('integration', '', '', 'integrations_enabled webhook_id stripe_refused_at stripe_problem paypal_refused_at paypal_problem created_at');

create or replace trigger activity_new after insert on period_changes referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('period', 'kind', '');

create or replace trigger activity_changed after update on members referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('member', 'user_id', '', 'paused_at offered_at');
create or replace trigger activity_removed after delete on members referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('member', 'user_id', '');

create or replace trigger activity_new after insert on invitations referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('invitation', 'email', '');
create or replace trigger activity_changed after update on invitations referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('invitation', 'email', '', 'token_hash sent_at expires_at accepted_at accepted_by');
create or replace trigger activity_removed after delete on invitations referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('invitation', 'email', '');

-- What moved with a category is not named row by row.
create or replace trigger activity_new after insert on categories referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('category', 'name', '');
create or replace trigger activity_changed after update on categories referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('category', 'name', '', 'position');
create or replace trigger activity_removed after delete on categories referencing old table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('category', 'name', '');

create or replace trigger activity_new after insert on own_fields referencing new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_act('own field', 'label', '');
create or replace trigger activity_changed after update on own_fields referencing old table as gone new table as come
  for each statement when (current_setting('app.user_id', true) <> '' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function platform.note_changed_act('own field', 'label', '', 'position');
