import { eq } from 'drizzle-orm'
import type { PlaidAccount } from '../../platform/banks/plaid-client.ts'
import type { Database } from '../../platform/db/connect.ts'
import { integrations } from '../../platform/db/tables/integrations.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { PaypalAccount } from '../../platform/paypal/paypal-provider.ts'
import { DecryptionFailed } from '../../platform/secrets/seal.ts'
import type { SecretAccess, Secrets } from '../../platform/secrets/secrets.ts'
import { type IntegrationRow, connectionsOf } from './queries.ts'
import type { StripeMode } from './rules.ts'
import { type SecretColumn, openColumn } from './secret-columns.ts'

interface SecretDeps {
  database: Database
  secrets: Secrets
}

/**
 * The business's own accounts that are in use: complete and not switched off. Finding them decrypts no
 * secrets.
 */
export interface OwnAccounts {
  stripe: { mode: StripeMode } | null
  paypal: { mode: PaypalAccount['mode'] } | null
  email: { fromAddress: string } | null
  banking: { environment: IntegrationRow['plaidEnvironment'] } | null
}

export interface StripeKeys {
  secretKey: string
}

/**
 * Identifies saved keys by their encrypted bytes, which are unique, and says whether the provider refused
 * them.
 */
export interface KeyStatus {
  sealed: Buffer
  isRefused: boolean
  /** The recorded problem with the account, if its keys are valid. */
  problem: string | null
}

/** The saved keys are damaged. Entering them again or restoring a backup fixes it. */
export class KeysUnreadable extends DecryptionFailed {
  readonly standing: KeyStatus

  constructor(standing: KeyStatus, cause: DecryptionFailed) {
    super(cause.message, { cause })
    this.standing = standing
  }
}

type Opened<Account> = Account & { standing: KeyStatus }

export interface EmailAccount {
  fromAddress: string
  host: string
  port: number
  username: string
  password: string
}

const noAccounts: OwnAccounts = { stripe: null, paypal: null, email: null, banking: null }

const prepareRow = (db: Transaction['db']) => db.select().from(integrations).prepare('own-accounts')
// Prepared once per connection: this runs for every mail to a client, and building the statement costs more
// than running it.
const prepared = new WeakMap<Transaction['db'], ReturnType<typeof prepareRow>>()

export async function findOwnAccounts({ db }: Transaction): Promise<OwnAccounts> {
  const statement = prepared.get(db) ?? prepareRow(db)
  prepared.set(db, statement)
  const [row] = await statement.execute()
  if (!row?.integrationsEnabled) return noAccounts
  const isConnected = connectionsOf(row)
  return {
    stripe: isConnected.stripe && row.stripeMode ? { mode: row.stripeMode } : null,
    paypal: isConnected.paypal ? { mode: row.paypalMode } : null,
    email: isConnected.email ? { fromAddress: row.emailFromAddress } : null,
    banking: isConnected.banking ? { environment: row.plaidEnvironment } : null,
  }
}

/** Whether the owner switched off all own accounts. */
export async function areSwitchedOff({ db }: Transaction): Promise<boolean> {
  const [row] = await db.select({ isOn: integrations.integrationsEnabled }).from(integrations)
  return row?.isOn === false
}

/**
 * Also works while the accounts are switched off: pending payments are completed with the account they were
 * started with.
 */
export async function openStripeKeys(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<Opened<StripeKeys> | null> {
  return withRow(deps, businessId, async (row, open) => {
    const { stripeSecretKey: sealed, stripeRefusedAt } = row
    if (!sealed || !connectionsOf(row).stripe) return null
    const standing = { sealed, isRefused: stripeRefusedAt !== null, problem: row.stripeProblem }
    const secretKey = await open('stripeSecretKey', access).catch(orUnreadable(standing))
    return { secretKey, standing }
  })
}

/**
 * Opens the webhook secret alone: anyone can send webhooks, so the secret key stays encrypted until one is
 * verified.
 */
export async function openWebhookSecret(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<string | null> {
  return withRow(deps, businessId, async (row, open) => {
    if (!connectionsOf(row).stripe || !row.stripeWebhookSecret) return null
    return open('stripeWebhookSecret', access)
  })
}

export async function openPaypalAccount(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<Opened<PaypalAccount> | null> {
  return withRow(deps, businessId, async (row, open) => {
    const { paypalClientId: clientId, paypalMode: mode, paypalClientSecret: sealed, paypalRefusedAt } = row
    if (!sealed || !connectionsOf(row).paypal) return null
    const standing = { sealed, isRefused: paypalRefusedAt !== null, problem: row.paypalProblem }
    const clientSecret = await open('paypalClientSecret', access).catch(orUnreadable(standing))
    return { clientId, clientSecret, mode, standing }
  })
}

export async function openEmailAccount(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<EmailAccount | null> {
  return withRow(deps, businessId, async (row, open) => {
    if (!connectionsOf(row).email) return null
    return {
      fromAddress: row.emailFromAddress,
      host: row.emailHost,
      port: row.emailPort,
      username: row.emailUsername || row.emailFromAddress,
      password: await open('emailPassword', access),
    }
  })
}

/**
 * Also works while the accounts are switched off: bank connections are ended with the account that made them.
 */
export async function openPlaidAccount(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<PlaidAccount | null> {
  return withRow(deps, businessId, async (row, open) => {
    if (!connectionsOf(row).banking) return null
    const { plaidClientId: clientId, plaidEnvironment: environment } = row
    return { clientId, secret: await open('plaidSecret', access), environment }
  })
}

function orUnreadable(standing: KeyStatus): (error: unknown) => never {
  return (error) => {
    throw error instanceof DecryptionFailed ? new KeysUnreadable(standing, error) : error
  }
}

/** Uses a separate transaction, so that the access log entry is committed before the secret is used. */
function withRow<T>(
  { database, secrets }: SecretDeps,
  businessId: string,
  work: (
    row: IntegrationRow,
    open: (column: SecretColumn, access: SecretAccess) => Promise<string>,
  ) => Promise<T | null>,
): Promise<T | null> {
  return withTenant(database, businessId, async (tx) => {
    const [row] = await tx.db.select().from(integrations).where(eq(integrations.businessId, businessId))
    return row ? work(row, (column, access) => openColumn(tx, secrets, row, column, access)) : null
  })
}
