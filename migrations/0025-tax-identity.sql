-- Who a business and its clients are for the tax office, and what an invoice says about tax.
alter table businesses
  -- ISO 3166, two letters; empty where it was not chosen.
  add column country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  -- As it is written in that country, such as DE123456788.
  add column tax_id text not null default '';
grant update (country, tax_id) on businesses to millrace_app;

alter table clients
  add column country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  add column tax_id text not null default '',
  -- An invoice to an exempt client, or with reverse charge, has no taxes.
  add column tax_treatment text not null default 'standard'
    check (tax_treatment in ('standard', 'exempt', 'reverse_charge'));

alter table invoices
  add column company_country text not null default '' check (company_country ~ '^([A-Z]{2})?$'),
  add column company_tax_id text not null default '',
  add column client_country text not null default '' check (client_country ~ '^([A-Z]{2})?$'),
  add column client_tax_id text not null default '',
  add column tax_treatment text not null default 'standard'
    check (tax_treatment in ('standard', 'exempt', 'reverse_charge')),
  -- The sentence about tax beside the totals.
  add column tax_note text not null default '',
  -- Whether the prices of the lines include the taxes, so that they are part of the subtotal.
  add column tax_included boolean not null default false,
  add constraint invoices_no_tax check (tax_treatment = 'standard' or tax_minor = 0);

-- Postgres chose the name of the check that the parts come to the total.
do $$
declare
  total_check text;
begin
  select conname into strict total_check from pg_constraint
  where conrelid = 'invoices'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ '\mtotal_minor = ';
  execute format('alter table invoices drop constraint %I', total_check);
end
$$;
alter table invoices add constraint invoices_total check (
  total_minor = subtotal_minor - discount_minor + fees_minor + case when tax_included then 0 else tax_minor end);
