-- Amounts are in the minor unit of their currency, which is a cent for some currencies only. Columns and fields of stored
-- documents that say "cents" get the name that fits all of them; no amount changes. Processes of the version before do not
-- know the new names: stop them before this update.
alter table invoices rename column subtotal_cents to subtotal_minor;
alter table invoices rename column discount_cents to discount_minor;
alter table invoices rename column tax_cents to tax_minor;
alter table invoices rename column fees_cents to fees_minor;
alter table invoices rename column total_cents to total_minor;
alter table invoices rename column received_cents to received_minor;
alter table invoices rename column credited_cents to credited_minor;
alter table invoices rename column waived_cents to waived_minor;
alter table invoices rename column open_cents to open_minor;
alter table deleted_invoices rename column total_cents to total_minor;
alter table invoice_events rename column amount_cents to amount_minor;
alter table payments rename column amount_cents to amount_minor;
alter table payments rename column credited_cents to credited_minor;
alter table refunds rename column amount_cents to amount_minor;
alter table disputes rename column amount_cents to amount_minor;
alter table checkouts rename column amount_cents to amount_minor;
alter table checkouts rename column credited_cents to credited_minor;
alter table recurring_series rename column total_cents to total_minor;
alter table recurring_expenses rename column amount_cents to amount_minor;
alter table expenses rename column amount_cents to amount_minor;
alter table bank_accounts rename column balance_cents to balance_minor;
alter table transactions rename column amount_cents to amount_minor;
alter table money_totals rename column cents to minor;
alter table money_changes rename column cents to minor;
alter table platform.subscription_revenue rename column paid_cents to paid_minor;

-- The names of fields: "rateCents" becomes "rateMinor", "cents" becomes "minor". A quotation mark inside a text is written
-- with a backslash before it, so nothing but names matches.
create function pg_temp.in_minor_units(stored jsonb) returns jsonb
language sql immutable as $$
  select regexp_replace(regexp_replace(stored::text, '"([A-Za-z]+)Cents": ', '"\1Minor": ', 'g'),
    '"cents": ', '"minor": ', 'g')::jsonb
$$;

alter table invoices no force row level security;
alter table recurring_series no force row level security;
alter table invoice_templates no force row level security;
alter table mails no force row level security;
alter table checkouts no force row level security;
alter table subscriptions no force row level security;
update invoices set lines = pg_temp.in_minor_units(lines), discount = pg_temp.in_minor_units(discount),
  fees = pg_temp.in_minor_units(fees)
where lines is not null or discount is not null or fees <> '[]';
update recurring_series set content = pg_temp.in_minor_units(content);
update invoice_templates set content = pg_temp.in_minor_units(content);
update mails set attachment = pg_temp.in_minor_units(attachment) where attachment is not null;
update checkouts set request = pg_temp.in_minor_units(request);
update subscriptions set checkout_request = pg_temp.in_minor_units(checkout_request) where checkout_request is not null;
update paypal_sandbox.orders set body = pg_temp.in_minor_units(body);
update bank_sandbox.items set body = pg_temp.in_minor_units(body);
alter table invoices force row level security;
alter table recurring_series force row level security;
alter table invoice_templates force row level security;
alter table mails force row level security;
alter table checkouts force row level security;
alter table subscriptions force row level security;
