import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { withinLimits } from '../../../platform/limits/limit.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { AppError } from '../../../shared/errors.ts'
import { type PortalMailDeps, queueCodeMail } from '../emails.ts'
import { getPortalBusiness, getPortalPerson } from '../queries.ts'
import { codeMinutes, deviceDays, maxCodeFailures } from '../rules.ts'
import type { PortalClient } from './authorize-portal.ts'
import { createDeviceToken } from './device-cookie.ts'

const hour = 3600
const codesPerHour = 5
const dayMs = 24 * hour * 1000

/** A code has a million values, so its hash only keeps it out of sight. Its few minutes and tries protect it. */
function hashCode(signingKey: Buffer, code: string): Buffer {
  return createHmac('sha256', signingKey).update(`portal code ${code}`).digest()
}

/** Emails a new code to the client's known address. The code before it ends. */
export async function sendCode(
  deps: PortalMailDeps & Deps<'database'>,
  ip: string,
  { businessId, clientId }: PortalClient,
): Promise<void> {
  const refusal = 'You’ve asked for several codes already.'
  const limits = [
    { key: `portal-code:ip:${networkOf(ip)}`, max: 30, windowSeconds: hour, refusal },
    { key: `portal-code:client:${clientId}`, max: codesPerHour, windowSeconds: hour, refusal },
  ]
  await withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await saveCode(tx, { businessId, clientId }, code, deps.now())
      const business = await getPortalBusiness(tx, businessId)
      const person = await getPortalPerson(tx, { businessId, clientId })
      if ((await queueCodeMail(tx, deps, { business, person, code })) === 'held') {
        const message = 'Emails can’t be sent to you right now. Please ask the business for help.'
        throw new AppError('UNAVAILABLE', message)
      }
    }),
  )
}

async function saveCode(
  { client }: Transaction,
  { businessId, clientId }: PortalClient,
  code: string,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ signingKey: Buffer }>(
    `select signing_key as "signingKey" from client_portals
     where business_id = $1 and client_id = $2 for no key update`,
    [businessId, clientId],
  )
  if (!rows[0]) throw new Error('the client of a valid link has no signing key')
  await client.query(
    `update client_portals set code_hash = $3, code_expires_at = $4, code_failures = 0
     where business_id = $1 and client_id = $2`,
    [
      businessId,
      clientId,
      hashCode(rows[0].signingKey, code),
      new Date(now.getTime() + codeMinutes * 60_000),
    ],
  )
}

type Outcome = { token: string } | { failuresLeft: number } | 'ended'

/** Confirms a browser. Returns the token for its cookie. */
export async function enterCode(
  deps: Deps<'database' | 'now'>,
  ip: string,
  client: PortalClient,
  code: string,
): Promise<string> {
  const limits = [{ key: `portal-try:ip:${networkOf(ip)}`, max: 60, windowSeconds: hour }]
  const outcome = await withinLimits(deps.database, limits, () =>
    // A wrong try has to be stored, so the refusal comes after the transaction.
    withTenant(deps.database, client.businessId, (tx) => tryCode(tx, client, code, deps.now())),
  )
  if (outcome === 'ended') throw wrongCode('This code is no longer valid. Please ask for a new one.')
  if ('token' in outcome) return outcome.token
  const { failuresLeft } = outcome
  if (failuresLeft === 0) throw wrongCode('That was the last try for this code. Please ask for a new one.')
  throw wrongCode(
    `This isn’t the code we’ve sent. You have ${failuresLeft === 1 ? '1 try' : `${failuresLeft} tries`} left.`,
  )
}

function wrongCode(message: string): AppError {
  return new AppError('PORTAL_CODE_WRONG', message, { fields: { code: message } })
}

/** Counts the try before it is compared, under the lock of the row, so that tries at the same moment count too. */
async function tryCode(
  { client }: Transaction,
  { businessId, clientId }: PortalClient,
  code: string,
  now: Date,
): Promise<Outcome> {
  const key = [businessId, clientId]
  const { rows } = await client.query<{ signingKey: Buffer; codeHash: Buffer; failures: number }>(
    `update client_portals set code_failures = code_failures + 1
     where business_id = $1 and client_id = $2 and code_hash is not null and code_expires_at > $3
       and code_failures < ${maxCodeFailures}
     returning signing_key as "signingKey", code_hash as "codeHash", code_failures as failures`,
    [...key, now],
  )
  const [row] = rows
  if (!row) return 'ended'
  const isRight = timingSafeEqual(hashCode(row.signingKey, code), row.codeHash)
  const failuresLeft = maxCodeFailures - row.failures
  if (isRight || failuresLeft === 0) {
    await client.query(
      `update client_portals set code_hash = null, code_expires_at = null, code_failures = 0
       where business_id = $1 and client_id = $2`,
      key,
    )
  }
  if (!isRight) return { failuresLeft }
  const { token, hash } = createDeviceToken()
  await client.query(
    `with ended as (delete from portal_devices where business_id = $1 and client_id = $2 and expires_at <= $4)
     insert into portal_devices (business_id, client_id, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [...key, hash, now, new Date(now.getTime() + deviceDays * dayMs)],
  )
  return { token }
}
