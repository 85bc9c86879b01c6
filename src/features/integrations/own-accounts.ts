import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
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

/** The own accounts in use: complete and not switched off. Finding them decrypts no secrets. */
export interface OwnAccounts {
  stripe: { mode: StripeMode } | null
  paypal: { mode: PaypalAccount['mode'] } | null
  email: { fromAddress: string } | null
  banking: { environment: IntegrationRow['plaidEnvironment'] } | null
}

export interface StripeKeys {
  secretKey: string
}

/** Identifies saved keys by their encrypted bytes, which are unique. */
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
// Prepared once per connection: it runs for every client mail, and building it costs more than running it.
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

export async function areSwitchedOff({ db }: Transaction): Promise<boolean> {
  const [row] = await db.select({ isOn: integrations.integrationsEnabled }).from(integrations)
  return row?.isOn === false
}

/** Works while switched off too: payments are completed with the account they were started with. */
export async function openStripeKeys(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<Opened<StripeKeys> | null> {
  return withRow(deps, businessId, access, async (row, open) => {
    const { stripeSecretKey: sealed, stripeRefusedAt } = row
    if (!sealed || !connectionsOf(row).stripe) return null
    const standing = { sealed, isRefused: stripeRefusedAt !== null, problem: row.stripeProblem }
    const secretKey = await open('stripeSecretKey').catch(orUnreadable(standing))
    return { secretKey, standing }
  })
}

/** Anyone can send webhooks, so the secret key stays encrypted until one is verified. */
export async function openWebhookSecret(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<string | null> {
  return withRow(deps, businessId, access, async (row, open) => {
    if (!connectionsOf(row).stripe || !row.stripeWebhookSecret) return null
    return open('stripeWebhookSecret')
  })
}

export async function openPaypalAccount(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<Opened<PaypalAccount> | null> {
  return withRow(deps, businessId, access, async (row, open) => {
    const { paypalClientId: clientId, paypalMode: mode, paypalClientSecret: sealed, paypalRefusedAt } = row
    if (!sealed || !connectionsOf(row).paypal) return null
    const standing = { sealed, isRefused: paypalRefusedAt !== null, problem: row.paypalProblem }
    const clientSecret = await open('paypalClientSecret').catch(orUnreadable(standing))
    return { clientId, clientSecret, mode, standing, ...(mode === 'demo' && { merchant: businessId }) }
  })
}

export async function openEmailAccount(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<EmailAccount | null> {
  return withRow(deps, businessId, access, async (row, open) => {
    if (!connectionsOf(row).email) return null
    return {
      fromAddress: row.emailFromAddress,
      host: row.emailHost,
      port: row.emailPort,
      username: row.emailUsername || row.emailFromAddress,
      password: await open('emailPassword'),
    }
  })
}

/** Works while switched off too: bank connections are ended with the account that made them. */
export async function openPlaidAccount(
  deps: SecretDeps,
  businessId: string,
  access: SecretAccess,
): Promise<PlaidAccount | null> {
  return withRow(deps, businessId, access, async (row, open) => {
    if (!connectionsOf(row).banking) return null
    const { plaidClientId: clientId, plaidEnvironment: environment } = row
    return { clientId, secret: await open('plaidSecret'), environment }
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
  access: SecretAccess,
  work: (row: IntegrationRow, open: (column: SecretColumn) => Promise<string>) => Promise<T | null>,
): Promise<T | null> {
  return withTenant(database, businessId, async (tx) => {
    const [row] = await tx.db.select().from(integrations).where(eq(integrations.businessId, businessId))
    return row ? work(row, (column) => openColumn(tx, secrets, row, column, access)) : null
  })
}

export type OwnKeys =
  | { provider: 'card'; account: StripeKeys }
  | { provider: 'paypal'; account: PaypalAccount }

/** Keys that are about to be replaced or removed, with their encrypted form. */
export type ReplacedKeys = OwnKeys & { sealed: Buffer }

const closingAccess = { reason: 'To close payment pages before the keys change', userId: null }

/** Decrypts keys to be replaced. Null if that fails, which must not prevent the change. */
export async function openReplacedKeys(
  tx: Transaction,
  { secrets, log }: { secrets: Secrets; log: Logger },
  row: IntegrationRow,
  provider: ReplacedKeys['provider'],
): Promise<ReplacedKeys | null> {
  const { businessId, paypalClientId: clientId, paypalMode: mode } = row
  const sealed = sealedKeys(row, provider)
  if (!sealed) return null
  try {
    if (provider === 'card') {
      const secretKey = await openColumn(tx, secrets, row, 'stripeSecretKey', closingAccess)
      return { provider, sealed, account: { secretKey } }
    }
    const clientSecret = await openColumn(tx, secrets, row, 'paypalClientSecret', closingAccess)
    return { provider, sealed, account: { clientId, clientSecret, mode } }
  } catch (error) {
    log.warn(
      { err: error, businessId, provider },
      'payment pages cannot be closed, because the keys cannot be read',
    )
    return null
  }
}

export function sealedKeys(row: IntegrationRow, provider: ReplacedKeys['provider']): Buffer | null {
  return provider === 'card' ? row.stripeSecretKey : row.paypalClientSecret
}
