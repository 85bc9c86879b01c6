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
        is distinct from coalesce(b.of_row ->> 'undone_at', b.of_row ->> 'withdrawn_at', b.of_row ->> 'removed_at')
        or a.of_row @> '{"state": "undoing"}' as is_end
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

-- Which acts on which table are noted. A change is not while the setting says yes: what moves with a category is not named
-- row by row. Of an import, only its state counts: it is changed when it is confirmed, and comes to an end when it is
-- undone.
do $$
declare
  made record;
begin
  for made in
    select * from (values
      ('invoices', 'invoice', 'number', 'client_name', 'new changed removed', '', ''),
      ('estimates', 'estimate', 'number', 'client_name', 'new changed removed', '', ''),
      ('clients', 'client', 'company_name', '', 'new changed removed', '', 'code notes_version merged_into'),
      ('expenses', 'expense', 'vendor category', '', 'new changed removed', 'moving_category', ''),
      ('recurring_expenses', 'recurring expense', 'vendor category', '', 'new changed removed', 'moving_category', ''),
      ('recurring_series', 'recurring invoice', 'client_name', '', 'new changed removed', '', ''),
      ('payments', 'payment', 'invoice_number', '', 'new changed', '',
        'client_id credited_minor transaction_id checkout_id provider_payment_id rate rated_on rate_source needs_rate '
        'home_minor gain_minor'),
      ('refunds', 'refund', 'payment_id', '', 'new', '', ''),
      ('credit_notes', 'credit note', 'number', '', 'new removed', '', ''),
      ('transactions', 'transaction', 'merchant description', '', 'new changed removed', 'moving_category',
        'status provider_id transfer_id rule_category provider_category bank_id reference search_text'),
      ('category_rules', 'category rule', 'merchant', '', 'new changed removed', 'moving_category', 'created_at'),
      ('receipts', 'receipt', 'merchant file_name', '', 'new changed removed', '', ''),
      ('time_entries', 'time entry', 'description', '', 'new changed removed', '', ''),
      ('bank_connections', 'bank connection', 'institution_name', '', 'new changed removed', '',
        'item_id access_token item_taken_at cursor page_cursor state problem_code problem failures last_synced_at '
        'next_sync_at webhook_url access_ends_at new_accounts_at account_revoked_at'),
      ('tax_rates', 'tax rate', 'name', '', 'new changed removed', '', ''),
      ('items', 'item', 'description', '', 'new changed removed', '', 'last_used_at'),
      ('invoice_templates', 'template', 'name', '', 'new changed removed', '', ''),
      ('reminder_settings', 'reminder settings', '', '', 'new changed', '', ''),
      ('reminder_steps', 'reminder settings', '', '', 'new changed removed', '', ''),
      ('numbering', 'numbering', '', '', 'new changed', '', ''),
      ('businesses', 'profile', '', '', 'changed', '',
        'plan owner_verified deletion_requested_at delete_after suspended_at first_steps_hidden_at'),
      ('exchange_rates', 'exchange rate', 'currency', '', 'new changed removed', '', 'created_at'),
      ('receipt_settings', 'receipt settings', '', '', 'new changed', '', ''),
      ('integrations', 'integration', '', '', 'new changed', '',
        'integrations_enabled webhook_id stripe_refused_at stripe_problem paypal_refused_at paypal_problem created_at'),
      ('period_changes', 'period', 'kind', '', 'new', '', ''),
      ('members', 'member', 'user_id', '', 'changed removed', '', 'paused_at offered_at'),
      ('invitations', 'invitation', 'email', '', 'new changed removed', '',
        'token_hash sent_at expires_at accepted_at accepted_by'),
      ('categories', 'category', 'name', '', 'new changed removed', '', 'position'),
      ('own_fields', 'own field', 'label', '', 'new changed', '', 'position'),
      ('data_imports', 'import', 'file_name', '', 'changed', '',
        'file_id source kind problem choices reading company_email done total added skipped kept'),
      ('bank_imports', 'import', 'file_name', '', 'changed', '',
        'file_id format shape problem choices targets done total added existing')
    ) noted (of_table, subject, named_by, made_for, kinds, unless, ignored)
    join (values
      ('new', 'insert', 'new table as come', 'note_act'),
      ('changed', 'update', 'old table as gone new table as come', 'note_changed_act'),
      ('removed', 'delete', 'old table as come', 'note_act')
    ) kind (name, event, seen, noted_by) on kind.name = any(string_to_array(noted.kinds, ' '))
  loop
    execute format(
      'create or replace trigger activity_%s after %s on %I referencing %s for each statement
        when (current_setting(''app.user_id'', true) <> '''' and current_setting(''app.restoring'', true) is distinct from ''yes''%s)
        execute function platform.%s(%L, %L, %L%s)',
      made.name, made.event, made.of_table, made.seen,
      case when made.name = 'changed' and made.unless <> '' then
        format(' and current_setting(%L, true) is distinct from ''yes''', 'app.' || made.unless) end,
      made.noted_by, made.subject, made.named_by, made.made_for,
      case when made.name = 'changed' then format(', %L', made.ignored) end);
  end loop;
end
$$;
