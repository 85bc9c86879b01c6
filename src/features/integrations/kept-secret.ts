import type { BodyOf } from '../../shared/endpoint.ts'
import { fieldError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { IntegrationRow } from './queries.ts'
import { differentModes, modeOfPublishableKey, modeOfSecretKey } from './rules.ts'

interface KeptSecret {
  field: string
  label: string
  /** Null keeps the saved secret. */
  typed: string | null
  saved: Buffer | null
  /** The values the secret was saved with, and the values it would be used with from now on. */
  boundTo: readonly { to: string; before: string; after: string }[]
}

/**
 * Throws if a saved secret would be used with other values than it was saved with: the thief of a session
 * could have it sent to their own server. Empty values may be filled in.
 */
function assertReusable({ field, label, typed, saved, boundTo }: KeptSecret): void {
  if (typed !== null || !saved) return
  const changed = boundTo.find(({ before, after }) => before !== '' && before !== after)
  if (changed)
    throw fieldError(field, `Please type the ${label} again, because it was saved for another ${changed.to}.`)
}

export function assertPaypalSecretReusable(
  row: IntegrationRow,
  body: BodyOf<typeof contract.savePaypal>,
): void {
  assertReusable({
    field: 'clientSecret',
    label: 'secret',
    typed: body.clientSecret,
    saved: row.paypalClientSecret,
    boundTo: [
      { to: 'client ID', before: row.paypalClientId, after: body.clientId },
      { to: 'mode', before: row.paypalMode, after: body.mode },
    ],
  })
}

export function assertPasswordReusable(row: IntegrationRow, body: BodyOf<typeof contract.saveEmail>): void {
  assertReusable({
    field: 'password',
    label: 'password',
    typed: body.password,
    saved: row.emailPassword,
    boundTo: [
      { to: 'server', before: row.emailHost.toLowerCase(), after: body.host.toLowerCase() },
      {
        to: 'username',
        before: row.emailUsername || row.emailFromAddress,
        after: body.username || body.fromAddress,
      },
    ],
  })
}

export function assertPlaidSecretReusable(
  row: IntegrationRow,
  body: BodyOf<typeof contract.saveBanking>,
): void {
  assertReusable({
    field: 'secret',
    label: 'secret',
    typed: body.secret,
    saved: row.plaidSecret,
    boundTo: [
      { to: 'client ID', before: row.plaidClientId, after: body.clientId },
      { to: 'environment', before: row.plaidEnvironment, after: body.environment },
    ],
  })
}

/** Throws if the publishable key and the typed or saved secret key are for different modes. */
export function assertSameModes(row: IntegrationRow, body: BodyOf<typeof contract.saveStripe>): void {
  const secretMode = body.secretKey === null ? row.stripeMode : modeOfSecretKey(body.secretKey)
  const publishableMode = modeOfPublishableKey(body.publishableKey)
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    throw fieldError('secretKey', differentModes)
  }
}
