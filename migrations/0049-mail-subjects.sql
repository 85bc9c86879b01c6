-- A statement is mailed to a client, and is about no single invoice.
alter table mails
  add column client_id uuid,
  add foreign key (business_id, client_id) references clients (business_id, id) on delete set null (client_id);
create index mails_client on mails (business_id, client_id, created_at desc, id desc) where client_id is not null;
grant update (client_id) on mails to millrace_app;

-- It is one to a client that can fail, too.
drop index mails_failed;
create index mails_failed on mails (business_id, created_at desc)
  where state = 'failed' and kind in ('invoice', 'receipt', 'reminder', 'refund', 'credit-note', 'statement');

-- The invoices that a mail is about besides its own: those that were paid together with it.
create table mail_invoices (
  business_id uuid not null references businesses on delete cascade,
  mail_id uuid not null references mails on delete cascade,
  invoice_id uuid not null,
  primary key (business_id, mail_id, invoice_id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade
);
create index mail_invoices_mail on mail_invoices (mail_id);
create index mail_invoices_invoice on mail_invoices (business_id, invoice_id);
call platform.protect_tenant_table('mail_invoices');
revoke update, delete on mail_invoices from millrace_app;
