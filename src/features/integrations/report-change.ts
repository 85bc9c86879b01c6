import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Caller, reportActivity } from '../auth/activity.ts'
import { type IntegrationRow, connectionsOf } from './queries.ts'
import { type IntegrationName, accountNames, integrationLabels, integrationNames } from './rules.ts'
import { type SecretColumn, secretColumns } from './secret-columns.ts'

interface Change {
  name: IntegrationName | null
  before: IntegrationRow
  after: IntegrationRow
}

/** Records and mails to the owner what changed about an account. Saving the same values reports nothing. */
export async function reportChange(
  tx: Transaction,
  deps: Deps<'jobs' | 'appUrl' | 'mailFrom'>,
  caller: Caller,
  { name, before, after }: Change,
): Promise<void> {
  if (isDeepStrictEqual({ ...before, ...notSettings }, { ...after, ...notSettings })) return
  await reportActivity(tx, deps, caller, name ? describeAccount(name, before, after) : describeSwitch(after))
}

/** Columns that the owner does not set. */
const notSettings = { updatedAt: null, stripeRefusedAt: null, paypalRefusedAt: null }

function describeSwitch(row: IntegrationRow) {
  const isOn = row.integrationsEnabled
  const connected = integrationNames.filter((name) => connectionsOf(row)[name])
  const accounts = connected.map((name) => integrationLabels[name]).join(', ')
  return {
    kind: isOn ? ('integrations-on' as const) : ('integrations-off' as const),
    subject: `All integrations were turned ${isOn ? 'on' : 'off'}`,
    detail: accounts ? `Connected: ${accounts}` : 'None connected',
  }
}

function describeAccount(name: IntegrationName, before: IntegrationRow, after: IntegrationRow) {
  const [was, is] = [identify(name, before), identify(name, after)]
  const done = was === '' ? 'saved' : is === '' ? 'removed' : 'changed'
  const replaced = secretsByAccount[name].filter(
    (column) => !isDeepStrictEqual(before[column], after[column]),
  )
  const parts = [
    `${integrationLabels[name]}: ${is || was || 'not complete yet'}`,
    is !== '' && was !== '' && is !== was ? `Before: ${was}` : '',
    done === 'changed' && replaced.length > 0
      ? `Replaced: ${replaced.map((column) => secretColumns[column]).join(', ')}`
      : '',
  ]
  return {
    kind: `integration-${done}` as const,
    subject: `Your ${accountNames[name]} was ${done}`,
    detail: parts.filter(Boolean).join('. '),
  }
}

/** Identifies the account without its secrets; empty if nothing is saved. */
function identify(name: IntegrationName, row: IntegrationRow): string {
  const parts = {
    stripe: [row.stripeAccountId, shorten(row.stripePublishableKey)],
    paypal: row.paypalClientId ? [shorten(row.paypalClientId), row.paypalMode] : [],
    email: row.emailFromAddress
      ? [row.emailFromAddress, `${row.emailHost}:${row.emailPort}`, row.emailUsername]
      : [],
    banking: row.plaidClientId ? [shorten(row.plaidClientId), row.plaidEnvironment] : [],
  }[name].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  return secretsByAccount[name].some((column) => row[column] !== null) ? 'only a secret' : ''
}

function shorten(key: string): string {
  return key.length > 16 ? `${key.slice(0, 16)}…` : key
}

const secretsByAccount: Record<IntegrationName, SecretColumn[]> = {
  stripe: ['stripeSecretKey', 'stripeWebhookSecret'],
  paypal: ['paypalClientSecret'],
  email: ['emailPassword'],
  banking: ['plaidSecret'],
}
