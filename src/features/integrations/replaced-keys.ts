import type { Logger } from 'pino'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { PaypalAccount } from '../../platform/paypal/paypal-provider.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { StripeKeys } from './own-accounts.ts'
import type { IntegrationRow } from './queries.ts'
import { openColumn } from './secret-columns.ts'

export type OwnKeys =
  | { provider: 'card'; account: StripeKeys }
  | { provider: 'paypal'; account: PaypalAccount }

/** Keys that are about to be replaced or removed, with their encrypted form. */
export type ReplacedKeys = OwnKeys & { sealed: Buffer }

const access = { reason: 'To close payment pages before the keys change', userId: null }

/**
 * Decrypts keys that are about to be replaced. Returns null if they cannot be decrypted, which must not
 * prevent the change.
 */
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
      const secretKey = await openColumn(tx, secrets, row, 'stripeSecretKey', access)
      return { provider, sealed, account: { secretKey } }
    }
    const clientSecret = await openColumn(tx, secrets, row, 'paypalClientSecret', access)
    return { provider, sealed, account: { clientId, clientSecret, mode } }
  } catch (error) {
    log.warn({ err: error, businessId, provider }, 'payment pages cannot be closed: the keys cannot be read')
    return null
  }
}

export function sealedKeys(row: IntegrationRow, provider: ReplacedKeys['provider']): Buffer | null {
  return provider === 'card' ? row.stripeSecretKey : row.paypalClientSecret
}
