import { addMonths } from '../../../shared/dates.ts'
import { restoredId } from '../../payments/rules.ts'
import { type Row, type Value, textOf } from './archive-rows.ts'

export interface RestoreContext {
  newId: (old: string) => string
  /** Who restores. Everything that was created by a person is theirs. */
  ownerId: string
  now: Date
  /** The new ids of the files that the archive contains. */
  storedFiles: ReadonlySet<string>
  /** Originals of receipts that it names and does not contain. */
  missingFiles: ReadonlySet<string>
}

export interface RestoredTable {
  name: string
  /** Returns the row as it comes back, with its new ids; null if it stays behind. */
  change?: (row: Row, context: RestoreContext) => Row | null
  /** For tables in which an account without data can have rows. */
  onConflict?: string
}

const ofBusiness = (columns: readonly string[]) =>
  `on conflict (business_id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`

/** In an order in which each row finds those that it refers to. The business and its logos come before. */
export const restoredTables: readonly RestoredTable[] = [
  {
    name: 'numbering',
    onConflict: ofBusiness([
      'style',
      'prefix',
      'with_year',
      'padding',
      'scope',
      'credit_note_prefix',
      'updated_at',
    ]),
  },
  {
    name: 'number_sequences',
    onConflict: 'on conflict (business_id, kind, scope, year) do update set next = excluded.next',
  },
  { name: 'reminder_settings', onConflict: ofBusiness(['has_own_series', 'send_hour', 'updated_at']) },
  {
    name: 'reminder_steps',
    onConflict:
      'on conflict (business_id, offset_days) do update set subject = excluded.subject, body = excluded.body',
  },
  { name: 'own_fields' },
  { name: 'clients' },
  { name: 'client_events' },
  { name: 'portal_messages' },
  { name: 'client_proposals' },
  { name: 'tax_rates' },
  { name: 'items' },
  { name: 'exchange_rates' },
  { name: 'category_rules' },
  { name: 'categories' },
  { name: 'former_category_names' },
  { name: 'recurring_series', change: pauseSeries },
  { name: 'estimates' },
  { name: 'invoices' },
  { name: 'time_entries', change: stopTimer },
  { name: 'late_fees' },
  { name: 'invoice_events' },
  { name: 'credit_notes' },
  { name: 'deleted_invoices' },
  { name: 'mails', change: keepAsHistory },
  { name: 'mail_invoices' },
  { name: 'reminders' },
  { name: 'recurring_periods' },
  { name: 'invoice_templates' },
  { name: 'bank_connections', change: disconnect },
  { name: 'bank_accounts' },
  { name: 'bank_imports', change: endImport },
  { name: 'bank_statements' },
  // Under another access the bank calls them differently.
  { name: 'transactions', change: (row) => ({ ...row, provider_id: null }) },
  { name: 'bank_import_rows' },
  { name: 'bank_file_shapes' },
  {
    name: 'payments',
    change: (row) => ({
      ...row,
      provider_payment_id: restored(row['provider_payment_id']),
      checkout_id: null,
    }),
  },
  {
    name: 'refunds',
    change: (row) => ({
      ...row,
      provider_refund_id: restored(row['provider_refund_id']),
      // Not made yet, and nothing here makes it.
      state: row['state'] === 'requested' ? 'failed' : (row['state'] ?? null),
    }),
  },
  {
    name: 'disputes',
    change: (row) => ({ ...row, provider_dispute_id: restored(row['provider_dispute_id']) }),
  },
  { name: 'transaction_matches', change: mapTargetKey },
  { name: 'matching_settings', onConflict: ofBusiness(['accepts_certain', 'updated_at']) },
  { name: 'recurring_expenses' },
  { name: 'expenses' },
  { name: 'recurring_expense_periods' },
  {
    name: 'payouts',
    change: (row) => ({ ...row, provider_payout_id: restored(row['provider_payout_id']) }),
  },
  {
    name: 'payout_entries',
    change: (row) => ({
      ...row,
      provider_payment_id: restored(row['provider_payment_id']),
      provider_refund_id: restored(row['provider_refund_id']),
    }),
  },
  { name: 'data_imports', change: endImport },
  { name: 'data_import_rows' },
  { name: 'data_import_records' },
  {
    name: 'stored_files',
    change: (row, { storedFiles, missingFiles }) => {
      const id = textOf(row['id'])
      return storedFiles.has(id) || missingFiles.has(id) ? row : null
    },
  },
  { name: 'receipts', change: keepPictures },
  { name: 'attachments' },
  {
    name: 'receipt_settings',
    // The address to which receipts are sent belongs to the installation that it was made for.
    change: (row) => ({ ...row, mail_name: null }),
    onConflict: ofBusiness(['mail_senders', 'keeps_location', 'missing_from_minor', 'updated_at']),
  },
  { name: 'period_changes' },
  // After everything that the journal counts: what came after a closing would be counted on the first open day.
  {
    name: 'report_settings',
    change: summarizeFromNow,
    onConflict: ofBusiness([
      'fiscal_month',
      'closed_through',
      'counts_bank',
      'account_codes',
      'summary_day',
      'summary_to_owner',
      'accountant_email',
      'summary_basis',
      'summary_last_month',
      'summary_stopped',
      'updated_at',
    ]),
  },
]

/** Tables of the archive that stay behind, with the reason. */
export const tablesNotRestored: Readonly<Record<string, string>> = {
  members: 'the person who restores is the owner',
  category_changes: 'what moved is not in the archive, so they can’t be undone',
  people: 'the names of former members, who are not known to the account that restores',
  activity: 'who did what in the former account',
  invitations: 'they lead to the former account',
  comments: 'who wrote them is not known to the account that restores',
  mentions: 'they belong to those comments',
  subscriptions: 'the plan belongs to the account that pays for it',
  integrations: 'it is of no use without the secret keys, which the archive does not have',
  secret_accesses: 'the security log of the former account',
  account_activity: 'the same',
  checkouts: 'payment pages that lead to the former account',
  saved_cards: 'only the account that saved a card can charge it',
  autopay_charges: 'they belong to those cards',
  card_events: 'messages from providers that were processed there',
  bank_links: 'attempts to connect a bank there',
  unattached_bank_items: 'access to banks, which the archive does not have',
  payout_accounts: 'when the accounts with payment providers were asked for payouts',
  removed_transactions: 'says what the access to a bank has reported, and that access is not in the archive',
}

/** Columns of the business that come back. The others belong to the account. */
export const businessColumns: readonly string[] = [
  'name',
  'time_zone',
  'email',
  'phone',
  'address',
  'contact_name',
  'logo_id',
  'currency',
  'locale',
  'country',
  'tax_id',
  'document_look',
  'accent_colour',
  'logo_position',
  'late_fee_terms',
  'first_steps_hidden_at',
]

function restored(id: Value | undefined): Value {
  return typeof id === 'string' ? restoredId(id) : null
}

/** A series that went on would create and send invoices that the owner may have made elsewhere. */
function pauseSeries(row: Row, { now }: RestoreContext): Row {
  const isRunning = (row['paused_at'] ?? null) === null && (row['ended_at'] ?? null) === null
  return isRunning ? { ...row, paused_at: now.toISOString(), paused_by: 'owner', pause_reason: null } : row
}

/** Months that were over when the archive came back are not summarized: the owner knows them, and so does an accountant. */
function summarizeFromNow(row: Row, { now }: RestoreContext): Row {
  if ((row['summary_day'] ?? null) === null) return row
  const lastMonth = addMonths(now.toISOString().slice(0, 10), -1)
  const kept = textOf(row['summary_last_month'])
  return { ...row, summary_last_month: kept > lastMonth ? kept : lastMonth }
}

/** A timer that ran when the archive was made would go on counting, so it ends without time. */
function stopTimer(row: Row): Row {
  return (row['seconds'] ?? null) === null ? { ...row, seconds: 0, ended_at: row['started_at'] ?? null } : row
}

function keepAsHistory(row: Row): Row {
  const isWaiting = row['state'] === 'queued' || row['state'] === 'held'
  return {
    ...row,
    waits_for_account: false,
    ...(isWaiting && {
      state: 'failed',
      last_error: 'It was waiting when the archive was made, and wasn’t sent.',
    }),
  }
}

/** A bank without access is kept like one that the owner updates with files, so that its balances count as before. */
function disconnect(row: Row): Row {
  const isPresent = (row['removed_at'] ?? null) === null
  const isInUse = isPresent && row['source'] !== 'file' && row['state'] !== 'disconnected'
  return {
    ...row,
    ...(isInUse && { source: 'file', environment: 'file', state: 'connected', institution_id: 'file' }),
    ...(isInUse &&
      row['source'] === 'demo' && { institution_name: `${textOf(row['institution_name'])} (demo)` }),
    ...(!isPresent && { state: 'disconnected' }),
    item_id: null,
    next_sync_at: null,
    problem: null,
    problem_code: null,
    failures: 0,
    webhook_url: null,
    access_ends_at: null,
    new_accounts_at: null,
    account_revoked_at: null,
  }
}

/** Its file is not in the archive, so it can’t go on. */
function endImport(row: Row): Row {
  const isOver = ['imported', 'failed', 'undone'].includes(textOf(row['state']))
  return {
    ...row,
    file_id: null,
    ...(!isOver && { state: 'failed', problem: 'It wasn’t finished when the archive was made.' }),
  }
}

/** A kind and sorted ids. */
function mapTargetKey(row: Row, { newId }: RestoreContext): Row {
  const [kind = '', ...ids] = textOf(row['target_key']).split(' ')
  return { ...row, target_key: [kind, ...ids.map(newId).toSorted()].join(' ') }
}

/** Leaves out pictures that are not in the archive. The data of the receipt stays. */
function keepPictures(row: Row, { storedFiles }: RestoreContext): Row {
  const isThere = (id: Value | undefined) => typeof id === 'string' && storedFiles.has(id)
  const pages = Array.isArray(row['pages']) ? row['pages'] : []
  const thumbnail = row['thumbnail_id']
  return {
    ...row,
    thumbnail_id: isThere(thumbnail) ? (thumbnail as string) : null,
    pages: pages.filter(
      (page) => typeof page === 'object' && page !== null && !Array.isArray(page) && isThere(page['id']),
    ),
  }
}
