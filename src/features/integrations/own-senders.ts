import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { type MailAccountOptions, createAccountTransport } from '../../platform/mail/account-transport.ts'
import type { FindOwnSender } from '../../platform/mail/mail-transport.ts'
import { accountFault } from '../../platform/mail/smtp-error.ts'
import { type Secrets, isKeyUnreadable, isUnreadable } from '../../platform/secrets/secrets.ts'
import { findOwnAccounts, openEmailAccount } from './own-accounts.ts'

interface OwnMailDeps extends MailAccountOptions {
  database: Database
  secrets: Secrets
  log: Logger
}

const reasons: Record<string, string> = { invoice: 'To send an invoice', receipt: 'To send a receipt' }

const passwordUnreadable = 'The saved password of your email account can’t be read. Please enter it again.'
// The owner could not save another password either.
const keyUnreadable =
  'The saved password of your email account can’t be read right now. The operator of this installation needs to fix this.'

/** Finds a business's own mail account if it is in use. The password is decrypted for each mail. */
export function createOwnSenders(deps: OwnMailDeps): FindOwnSender {
  return async ({ businessId, kind }) => {
    const { email } = await withTenant(deps.database, businessId, findOwnAccounts)
    if (!email) return null
    const reason = reasons[kind] ?? 'To send an email'
    const account = await openEmailAccount(deps, businessId, { userId: null, reason }).catch(
      (error: unknown) => {
        if (!isUnreadable(error)) throw error
        deps.log.error({ err: error, businessId }, 'the password of an email account cannot be read')
        throw accountFault(isKeyUnreadable(error) ? keyUnreadable : passwordUnreadable)
      },
    )
    return account && { fromAddress: account.fromAddress, transport: createAccountTransport(account, deps) }
  }
}
