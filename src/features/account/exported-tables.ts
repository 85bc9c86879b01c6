export interface ExportedTable {
  name: string
  /** What is in it, for README.txt. */
  about: string
  columns: readonly string[]
  /** Of those, the ones that are kept in thousandths, such as percentages. */
  thousandths?: readonly string[]
  /** Too long or too deep for a cell of a spreadsheet. */
  jsonOnly?: readonly string[]
  /** Encrypted ones: only whether there is one is told. */
  secrets?: readonly string[]
  /** Not in it, and why. */
  leftOut?: Readonly<Record<string, string>>
  orderBy: string
}

/**
 * All that is exported, column by column. A test compares this with the database: a new table or column has to be named
 * here, or be left out with a reason.
 */
export const exportedTables: readonly ExportedTable[] = [
  {
    name: 'businesses',
    about: 'Your business',
    columns: [
      'id',
      'name',
      'time_zone',
      'email',
      'phone',
      'address',
      'contact_name',
      'logo_id',
      'plan',
      'owner_verified',
      'deletion_requested_at',
      'delete_after',
      'created_at',
      'updated_at',
    ],
    orderBy: 'id',
  },
  {
    name: 'members',
    about: 'Who belongs to it',
    columns: ['user_id', 'role', 'created_at'],
    orderBy: 'created_at, user_id',
  },
  {
    name: 'clients',
    about: 'Your clients',
    columns: [
      'id',
      'company_name',
      'contact_name',
      'email',
      'phone',
      'address',
      'created_by',
      'created_at',
      'updated_at',
    ],
    orderBy: 'created_at, id',
  },
  {
    name: 'tax_rates',
    about: 'Your tax rates, in percent',
    columns: ['id', 'name', 'rate', 'description', 'is_default', 'created_at'],
    thousandths: ['rate'],
    orderBy: 'created_at, id',
  },
  {
    name: 'invoices',
    about: 'Your invoices',
    columns: [
      'id',
      'number',
      'status',
      'company_name',
      'company_email',
      'company_phone',
      'company_address',
      'contact_name',
      'logo_id',
      'client_id',
      'client_name',
      'client_email',
      'client_contact_name',
      'client_phone',
      'client_address',
      'issue_date',
      'due_date',
      'payment_terms',
      'purchase_order',
      'description',
      'notes',
      'subtotal_cents',
      'discount_cents',
      'tax_cents',
      'fees_cents',
      'total_cents',
      'received_cents',
      'credited_cents',
      'open_cents',
      'send_option',
      'send_reminder',
      'sent_at',
      'viewed_at',
      'paid_at',
      'created_by',
      'request_id',
      'version',
      'created_at',
      'updated_at',
    ],
    jsonOnly: ['lines', 'discount', 'taxes', 'fees'],
    orderBy: 'created_at, id',
  },
  {
    name: 'invoice_events',
    about: 'What happened to your invoices',
    columns: ['id', 'invoice_id', 'kind', 'amount_cents', 'at'],
    orderBy: 'at, id',
  },
  {
    name: 'deleted_invoices',
    about: 'Which invoices were deleted, and by whom',
    columns: [
      'id',
      'number',
      'client_name',
      'total_cents',
      'was_sent',
      'created_at',
      'deleted_at',
      'deleted_by',
    ],
    orderBy: 'deleted_at, id',
  },
  {
    name: 'payments',
    about: 'Payments you received',
    columns: [
      'id',
      'invoice_id',
      'invoice_number',
      'method',
      'amount_cents',
      'credited_cents',
      'received_at',
      'received_on',
      'note',
      'provider_payment_id',
      'checkout_id',
      'is_own',
      'created_by',
      'request_id',
      'created_at',
      'undone_at',
      'undone_by',
    ],
    orderBy: 'created_at, id',
  },
  {
    name: 'refunds',
    about: 'What you gave back',
    columns: [
      'id',
      'payment_id',
      'amount_cents',
      'state',
      'provider_refund_id',
      'created_by',
      'created_at',
      'updated_at',
    ],
    orderBy: 'created_at, id',
  },
  {
    name: 'checkouts',
    about: 'Payment pages that were opened for your invoices',
    columns: [
      'id',
      'invoice_id',
      'invoice_number',
      'amount_cents',
      'credited_cents',
      'provider',
      'is_own',
      'look_again',
      'state',
      'session_id',
      'url',
      'expires_at',
      'created_at',
      'updated_at',
    ],
    jsonOnly: ['request'],
    orderBy: 'created_at, id',
  },
  {
    name: 'card_events',
    about: 'Messages of the payment provider that were taken note of',
    columns: ['id', 'type', 'applied_at'],
    orderBy: 'applied_at, id',
  },
  {
    name: 'mails',
    about: 'Mails that were sent for you, or wait to be',
    columns: [
      'id',
      'kind',
      'from_address',
      'to_address',
      'reply_to',
      'subject',
      'text',
      'has_secret',
      'state',
      'attempts',
      'last_error',
      'invoice_id',
      'on_behalf',
      'waits_for_account',
      'created_at',
      'sent_at',
    ],
    jsonOnly: ['html', 'attachment'],
    leftOut: { claimed_until: 'says which process is sending it right now' },
    orderBy: 'created_at, id',
  },
  {
    name: 'files',
    about: 'Your logos; the pictures themselves are in the folder files, under their id',
    columns: ['id', 'kind', 'content_type', 'width', 'height', 'created_at'],
    leftOut: { bytes: 'a file of its own' },
    orderBy: 'created_at, id',
  },
  {
    name: 'subscriptions',
    about: 'Your plan and what you pay for it',
    columns: [
      'customer_id',
      'subscription_id',
      'plan',
      'billing_interval',
      'status',
      'current_period_end',
      'cancel_at_period_end',
      'ended_at',
      'trial_used_at',
      'checkout_id',
      'checkout_session_id',
      'checkout_url',
      'checkout_expires_at',
      'asked',
      'applied',
      'created_at',
      'updated_at',
    ],
    jsonOnly: ['checkout_request'],
    orderBy: 'business_id',
  },
  {
    name: 'integrations',
    about: 'Your own accounts with others, without their passwords and secret keys',
    columns: [
      'integrations_enabled',
      'webhook_id',
      'stripe_account_id',
      'stripe_publishable_key',
      'stripe_mode',
      'stripe_refused_at',
      'paypal_client_id',
      'paypal_mode',
      'paypal_refused_at',
      'email_from_address',
      'email_host',
      'email_port',
      'email_username',
      'plaid_client_id',
      'plaid_environment',
      'created_at',
      'updated_at',
    ],
    secrets: [
      'stripe_secret_key',
      'stripe_webhook_secret',
      'paypal_client_secret',
      'email_password',
      'plaid_secret',
    ],
    orderBy: 'business_id',
  },
  {
    name: 'secret_accesses',
    about: 'Each time one of those was read, and what for',
    columns: ['id', 'secret', 'reason', 'user_id', 'created_at'],
    orderBy: 'created_at, id',
  },
]

/** Tables that belong to a business and are not exported, and why. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  data_keys: 'the key that the passwords and secret keys are encrypted with',
}

/** In every table, and the same in every row. */
export const businessColumn = 'business_id'

/** The rows of a table as lines of JSON, in the order in which they came to be. */
export function selectRows({ name, columns, jsonOnly = [], secrets = [], orderBy }: ExportedTable): string {
  const list = [
    ...[...columns, ...jsonOnly].map((column) => `"${column}"`),
    ...secrets.map((column) => `"${column}" is not null as "has_${column}"`),
  ]
  return `select to_json(r)::text as line from (select ${list.join(', ')} from ${name} order by ${orderBy}) r`
}
