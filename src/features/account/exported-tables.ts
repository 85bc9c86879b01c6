import { getTableColumns } from 'drizzle-orm'
import { type PgTable, getTableConfig } from 'drizzle-orm/pg-core'
import {
  bankAccounts,
  bankConnections,
  bankFileShapes,
  bankImportRows,
  bankImports,
  bankLinks,
  bankStatements,
  unattachedBankItems,
} from '../../platform/db/tables/banking.ts'
import { businesses, invitations, members, people } from '../../platform/db/tables/business.ts'
import { categories, categoryChanges, formerCategoryNames } from '../../platform/db/tables/categories.ts'
import { clientEvents, clients } from '../../platform/db/tables/clients.ts'
import { creditNotes } from '../../platform/db/tables/credit-notes.ts'
import { dataImportRecords, dataImportRows, dataImports } from '../../platform/db/tables/data-imports.ts'
import { estimates } from '../../platform/db/tables/estimates.ts'
import { expenses, recurringExpensePeriods, recurringExpenses } from '../../platform/db/tables/expenses.ts'
import { attachments } from '../../platform/db/tables/files.ts'
import { files } from '../../platform/db/tables/files.ts'
import { accountActivity } from '../../platform/db/tables/installation/activity.ts'
import { subscriptions } from '../../platform/db/tables/installation/billing.ts'
import { secretAccesses } from '../../platform/db/tables/installation/secrets.ts'
import { integrations } from '../../platform/db/tables/integrations.ts'
import { deletedInvoices, invoiceEvents, invoices, lateFees } from '../../platform/db/tables/invoices.ts'
import { items } from '../../platform/db/tables/items.ts'
import { mailInvoices, mails } from '../../platform/db/tables/mail.ts'
import { numberSequences, numbering } from '../../platform/db/tables/numbers.ts'
import { cardEvents, checkouts, disputes, payments, refunds } from '../../platform/db/tables/payments.ts'
import { payoutEntries, payouts } from '../../platform/db/tables/payouts.ts'
import { periodChanges, reportSettings } from '../../platform/db/tables/periods.ts'
import { clientProposals, portalMessages } from '../../platform/db/tables/portal.ts'
import { exchangeRates } from '../../platform/db/tables/rates.ts'
import { receiptSettings, receipts, storedFiles } from '../../platform/db/tables/receipts.ts'
import { recurringPeriods, recurringSeries } from '../../platform/db/tables/recurring.ts'
import { reminderSettings, reminderSteps, reminders } from '../../platform/db/tables/reminders.ts'
import { autopayCharges, savedCards } from '../../platform/db/tables/saved-cards.ts'
import { taxRates } from '../../platform/db/tables/taxes.ts'
import { activity } from '../../platform/db/tables/team/activity.ts'
import { comments, mentions } from '../../platform/db/tables/team/comments.ts'
import { ownFields } from '../../platform/db/tables/team/own-fields.ts'
import { invoiceTemplates } from '../../platform/db/tables/templates.ts'
import { timeEntries } from '../../platform/db/tables/time-entries.ts'
import {
  categoryRules,
  matchingSettings,
  removedTransactions,
  transactionMatches,
  transactions,
} from '../../platform/db/tables/transactions.ts'

interface ExportOptions {
  /** Columns stored in thousandths, such as percentages. */
  thousandths?: readonly string[]
  /** Columns too long or too deeply nested for a spreadsheet cell. */
  jsonOnly?: readonly string[]
  /** Encrypted columns: the export only says whether there is a value. */
  secrets?: readonly string[]
  /** Columns that are not exported, with the reason. */
  leftOut?: Readonly<Record<string, string>>
  /** Columns that other tables have, as SQL expressions. */
  added?: Readonly<Record<string, string>>
  orderBy?: string
}

interface ExportedTable extends ExportOptions {
  table: PgTable
  name: string
  /** What the table contains, for README.txt. */
  about: string
  columns: readonly string[]
  orderBy: string
}

/** Part of every table, with the same value in every row. */
export const businessColumn = 'business_id'

/** These columns come last, after those an owner looks for. */
const bookkeeping = ['created_by', 'request_id', 'version', 'created_at', 'updated_at']

export function exported(table: PgTable, about: string, options: ExportOptions = {}): ExportedTable {
  const { jsonOnly = [], secrets = [], leftOut = {}, added = {}, orderBy = 'created_at, id' } = options
  const { name } = getTableConfig(table)
  const excluded = new Set([businessColumn, ...jsonOnly, ...secrets, ...Object.keys(leftOut)])
  const shown = Object.values(getTableColumns(table)).filter((column) => !excluded.has(column.name))
  // Encrypted values are stored as bytes: a new column must not be exported by default.
  const bytes = shown.find((column) => column.getSQLType() === 'bytea')
  if (bytes) throw new Error(`${name}.${bytes.name} holds bytes: name it in secrets or leftOut`)
  const columns = [...shown.map((column) => column.name), ...Object.keys(added)].toSorted(
    (a, b) => bookkeeping.indexOf(a) - bookkeeping.indexOf(b),
  )
  return { ...options, table, name, about, columns, orderBy }
}

function numberOfPayment(table: string): string {
  return `(select p.invoice_number from payments p where p.id = ${table}.payment_id)`
}

/** With all columns unless left out with a reason. A test compares the list with the database. */
export const exportedTables: readonly ExportedTable[] = [
  exported(businesses, 'Your business', { orderBy: 'id', jsonOnly: ['late_fee_terms'] }),
  exported(members, 'Its members', { orderBy: 'created_at, user_id' }),
  exported(people, 'Everyone who is or was a member, by name', { orderBy: 'name, user_id' }),
  exported(invitations, 'Who was invited', { secrets: ['token_hash'] }),
  exported(activity, 'Who did what', { orderBy: 'at, id' }),
  exported(ownFields, 'Fields that you defined for your clients and invoices', {
    jsonOnly: ['choices'],
    orderBy: 'target, position, id',
  }),
  exported(clients, 'Your clients', { jsonOnly: ['own_fields'] }),
  exported(clientEvents, 'What happened to your clients', { orderBy: 'at, id' }),
  exported(portalMessages, 'What your clients and you wrote to each other'),
  exported(clientProposals, 'Details that your clients asked you to change'),
  exported(taxRates, 'Your tax rates, in percent', { thousandths: ['rate'] }),
  exported(items, 'What you bill often', { jsonOnly: ['tax_names'] }),
  exported(invoices, 'Your invoices', {
    jsonOnly: [
      'lines',
      'discount',
      'taxes',
      'fees',
      'parts',
      'estimate_share',
      'late_fee_terms',
      'own_fields',
    ],
  }),
  exported(timeEntries, 'Time you worked for clients, in seconds', { orderBy: 'on_date, id' }),
  exported(lateFees, 'Late fees of your invoices, with those that were skipped or removed', {
    orderBy: 'fee_on, id',
    added: { currency: '(select i.currency from invoices i where i.id = late_fees.invoice_id)' },
  }),
  exported(creditNotes, 'Your credit notes', {
    jsonOnly: ['charge', 'parts', 'amounts'],
    added: { invoice_number: '(select i.number from invoices i where i.id = credit_notes.invoice_id)' },
  }),
  exported(estimates, 'Your estimates, with the answers of your clients', {
    jsonOnly: ['content', 'signature'],
  }),
  exported(invoiceEvents, 'What happened to your invoices', {
    orderBy: 'at, id',
    added: { currency: '(select i.currency from invoices i where i.id = invoice_events.invoice_id)' },
  }),
  exported(numbering, 'How your invoices and credit notes are numbered', { orderBy: 'business_id' }),
  exported(numberSequences, 'The next number of each sequence', { orderBy: 'kind, scope, year' }),
  exported(deletedInvoices, 'Which invoices were deleted, and by whom', { orderBy: 'deleted_at, id' }),
  exported(reminderSettings, 'When your reminders and recurring invoices are sent', {
    orderBy: 'business_id',
  }),
  exported(reminderSteps, 'Your own reminder schedule, in days from the due date', {
    orderBy: 'offset_days',
  }),
  exported(reminders, 'Reminders that were sent, skipped or missed', { orderBy: 'at, id' }),
  exported(recurringSeries, 'Your recurring invoices', { jsonOnly: ['content'] }),
  exported(recurringPeriods, 'What happened on each of their dates', { orderBy: 'at, series_id, period' }),
  exported(invoiceTemplates, 'Your invoice templates', { jsonOnly: ['content'] }),
  exported(payments, 'Payments you received'),
  exported(refunds, 'Refunds you made', { added: { invoice_number: numberOfPayment('refunds') } }),
  exported(disputes, 'Payments that clients disputed with their bank', {
    added: { invoice_number: numberOfPayment('disputes') },
  }),
  exported(checkouts, 'Payment pages that were opened for your invoices', {
    jsonOnly: ['request', 'consent'],
  }),
  exported(savedCards, 'Cards that clients saved for recurring invoices, without their numbers', {
    orderBy: 'consented_at, id',
  }),
  exported(autopayCharges, 'When those cards were charged', {
    orderBy: 'created_at, series_id, period, part',
  }),
  exported(cardEvents, 'Messages from the payment provider that were processed', {
    orderBy: 'applied_at, id',
  }),
  exported(exchangeRates, 'Exchange rates you entered', { orderBy: 'currency, day' }),
  exported(
    reportSettings,
    'Your fiscal year, how far your books are closed, and who gets the monthly summary',
    {
      orderBy: 'business_id',
      jsonOnly: ['account_codes', 'summary_stopped'],
      leftOut: { summary_key: 'signs the links with which these emails are stopped' },
    },
  ),
  exported(periodChanges, 'When you closed and reopened periods', { orderBy: 'at, id' }),
  exported(expenses, 'Your expenses', {
    orderBy: 'date, id',
    jsonOnly: ['taxes', 'mileage'],
    leftOut: { search_text: 'vendor and notes once more, for the search' },
  }),
  exported(recurringExpenses, 'Your recurring expenses', { jsonOnly: ['taxes'] }),
  exported(recurringExpensePeriods, 'What happened on each of their dates', {
    orderBy: 'at, series_id, period',
  }),
  exported(bankConnections, 'Banks you connected', {
    secrets: ['access_token'],
    leftOut: {
      cursor: 'a bookmark of the bank aggregator: up to where its changes were fetched',
      page_cursor: 'the same, while they are being fetched',
    },
  }),
  exported(bankAccounts, 'Their accounts, without their numbers', {
    secrets: ['account_number', 'routing_number'],
  }),
  exported(bankLinks, 'Attempts to connect a bank', {
    secrets: ['link_token'],
    leftOut: { link_token_hash: 'a fingerprint of the link token, by which webhooks find it' },
  }),
  exported(unattachedBankItems, 'Bank access that is being set up or ended', {
    secrets: ['access_token'],
    leftOut: { public_token_hash: 'a fingerprint of the token that it was taken with' },
  }),
  exported(transactions, 'Transactions on those accounts', {
    orderBy: 'date, id',
    leftOut: { search_text: 'description, category and amount once more, to search in' },
  }),
  exported(removedTransactions, 'What your bank removed or renamed', {
    orderBy: 'removed_at, provider_id',
  }),
  exported(bankImports, 'Bank files you sent', { jsonOnly: ['choices', 'targets'] }),
  exported(bankStatements, 'The days and balances of each statement in those files', {
    orderBy: 'account_id, last_date, id',
  }),
  exported(bankImportRows, 'Which transactions each file contains', {
    orderBy: 'import_id, date, transaction_id',
  }),
  exported(bankFileShapes, 'What you decided about files of each form', {
    orderBy: 'shape',
    jsonOnly: ['choices'],
  }),
  exported(dataImports, 'Files of other programs you sent', { jsonOnly: ['choices', 'reading'] }),
  exported(dataImportRows, 'Rows of those files that are not imported', {
    orderBy: 'import_id, position',
    jsonOnly: ['cells', 'problems', 'record'],
  }),
  exported(dataImportRecords, 'What each of those files created', { orderBy: 'import_id, kind, record_id' }),
  exported(transactionMatches, 'What your transactions belong to, and what you decided about it', {
    jsonOnly: ['targets'],
  }),
  exported(matchingSettings, 'Whether certain matches are accepted without asking', {
    orderBy: 'business_id',
  }),
  exported(payouts, 'What Stripe and PayPal have paid out to your bank'),
  exported(payoutEntries, 'The payments, refunds and fees in those payouts', {
    orderBy: 'payout_id, position',
  }),
  exported(categoryRules, 'Your rules for which category a merchant gets'),
  exported(categories, 'Your categories', { orderBy: 'kind, position, name' }),
  exported(formerCategoryNames, 'What those were called before, and what was merged into them', {
    orderBy: 'kind, former',
  }),
  exported(categoryChanges, 'When you renamed and merged categories', {
    orderBy: 'at, id',
    jsonOnly: ['kept'],
  }),
  exported(receipts, 'Your receipts (the files are in the folder receipts, under their id and name)', {
    jsonOnly: ['pages', 'items', 'reading', 'text', 'taken', 'suggestion', 'declined'],
    leftOut: {
      search: 'merchant, file name and text once more, to search in',
      look: 'a fingerprint of the picture, to recognise it when it comes again',
      claimed_until: 'says which process is reading it right now',
      claim: 'the same',
      tries: 'how often that was tried',
    },
  }),
  exported(receiptSettings, 'How you want your receipts kept', {
    orderBy: 'business_id',
    jsonOnly: ['mail_senders'],
  }),
  exported(storedFiles, 'The files of your receipts and attachments'),
  exported(attachments, 'Files that you added to invoices, estimates, expenses and clients'),
  exported(comments, 'What members wrote about invoices, expenses and transactions'),
  exported(mentions, 'Whom they named in it'),
  exported(mails, 'Emails sent for you, or waiting to be sent', {
    jsonOnly: ['html', 'attachment'],
    leftOut: { claimed_until: 'says which process is sending it right now' },
  }),
  exported(mailInvoices, 'Invoices that an email is about besides its own', {
    orderBy: 'mail_id, invoice_id',
  }),
  exported(files, 'Your logos (the images themselves are in the folder files, under their id)', {
    leftOut: { bytes: 'a file of its own' },
  }),
  exported(subscriptions, 'Your plan and what you pay for it', {
    orderBy: 'business_id',
    jsonOnly: ['checkout_request'],
  }),
  exported(integrations, 'Your own accounts with other services, without passwords and secret keys', {
    orderBy: 'business_id',
    secrets: [
      'stripe_secret_key',
      'stripe_webhook_secret',
      'paypal_client_secret',
      'email_password',
      'plaid_secret',
    ],
  }),
  exported(secretAccesses, 'Each time one of those was read, and why'),
  exported(accountActivity, 'Sensitive changes: accounts, passwords, exports and deletion'),
]

/** Tables that belong to a business and are not exported, with the reason. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  data_keys: 'the key that the passwords and secret keys are encrypted with',
  money_totals: 'sums of what is exported, kept so that they don’t have to be added up each time',
  money_changes: 'what is not in those sums yet',
  client_sums: 'the same for each client',
  journal: 'what reports are made of: it follows from everything else and is made again',
  journal_totals: 'its sums by day and by month',
  journal_changes: 'what is not in the journal yet',
  journal_state: 'how far the journal is',
  client_dues: 'what each client owes by due date, kept for the same reason',
  client_portals: 'the keys that the links of your clients are signed with',
  portal_devices: 'fingerprints of the browsers in which your clients entered a code',
  payout_accounts: 'when your accounts were last asked for payouts',
  dispute_looks: 'when your Stripe account was last asked for disputes',
  category_moves: 'which rows those changes moved, kept for a day so that they can be undone',
  report_packages: 'files for your accountant, which are made of what is exported',
  sessions: 'where people are signed in, which belongs to them and not to a business',
  account_restores: 'an archive that was restored here, which says nothing that is not in it',
}

/** Builds a query for the rows of a table as lines of JSON, in creation order. */
export function selectRows(table: ExportedTable): string {
  const { name, columns, jsonOnly = [], secrets = [], added = {}, orderBy } = table
  const list = [
    ...[...columns, ...jsonOnly].map((column) =>
      added[column] === undefined ? `"${column}"` : `${added[column]} as "${column}"`,
    ),
    ...secrets.map((column) => `"${column}" is not null as "has_${column}"`),
  ]
  return `select to_json(r)::text as line from (select ${list.join(', ')} from ${name} order by ${orderBy}) r`
}
