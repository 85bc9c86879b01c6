-- Credit notes are always numbered in sequence. Their prefix can be chosen like that of invoices.
alter table numbering
  add column credit_note_prefix text not null default 'CN-' check (credit_note_prefix ~ '^[A-Za-z0-9./_-]{0,12}$');
