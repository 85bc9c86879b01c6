import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { IntegrationRow } from './queries.ts'
import { differentModes, modeOfPublishableKey, modeOfSecretKey } from './rules.ts'

interface KeptSecret {
  field: string
  /** As the page calls it. */
  label: string
  /** Null keeps the saved one. */
  typed: string | null
  saved: Buffer | null
  /** What it was saved for, and what it would be used with from now on. */
  bonds: readonly { to: string; before: string; after: string }[]
}

function refuse(field: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } })
}

/**
 * A saved secret is used with what it was saved for and with nothing else: whoever gets hold of a session could
 * otherwise have it sent to a server of their own. What was left empty so far may be filled in.
 */
function assertStays({ field, label, typed, saved, bonds }: KeptSecret): void {
  if (typed !== null || !saved) return
  const broken = bonds.find(({ before, after }) => before !== '' && before !== after)
  if (broken) throw refuse(field, `Please type the ${label} again: it was saved for another ${broken.to}.`)
}

export function assertPaypalSecretStays(row: IntegrationRow, body: BodyOf<typeof contract.savePaypal>): void {
  assertStays({
    field: 'clientSecret',
    label: 'secret',
    typed: body.clientSecret,
    saved: row.paypalClientSecret,
    bonds: [
      { to: 'client id', before: row.paypalClientId, after: body.clientId },
      { to: 'mode', before: row.paypalMode, after: body.mode },
    ],
  })
}

export function assertPasswordStays(row: IntegrationRow, body: BodyOf<typeof contract.saveEmail>): void {
  assertStays({
    field: 'password',
    label: 'password',
    typed: body.password,
    saved: row.emailPassword,
    bonds: [
      { to: 'server', before: row.emailHost.toLowerCase(), after: body.host.toLowerCase() },
      {
        to: 'user name',
        before: row.emailUsername || row.emailFromAddress,
        after: body.username || body.fromAddress,
      },
    ],
  })
}

export function assertPlaidSecretStays(row: IntegrationRow, body: BodyOf<typeof contract.saveBanking>): void {
  assertStays({
    field: 'secret',
    label: 'secret',
    typed: body.secret,
    saved: row.plaidSecret,
    bonds: [
      { to: 'client id', before: row.plaidClientId, after: body.clientId },
      { to: 'environment', before: row.plaidEnvironment, after: body.environment },
    ],
  })
}

/** The one that is typed, or else the saved one. */
export function assertSameModes(row: IntegrationRow, body: BodyOf<typeof contract.saveStripe>): void {
  const secretMode = body.secretKey === null ? row.stripeMode : modeOfSecretKey(body.secretKey)
  const publishableMode = modeOfPublishableKey(body.publishableKey)
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    throw refuse('secretKey', differentModes)
  }
}
