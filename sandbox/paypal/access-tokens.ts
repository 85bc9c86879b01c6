import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { demoPaypalAccount } from '../../src/shared/demo-paypal-account.ts'

/** Nine hours, as PayPal's. */
const lifetime = 32_400

/**
 * Tokens that end. They are signed with a key that lives as long as the process, so a restart ends them too, and whoever
 * asks has to cope with that as with the real ones.
 */
export function createAccessTokens(now: () => Date) {
  const key = randomBytes(32)
  const sign = (claim: string) => createHmac('sha256', key).update(claim).digest('base64url')
  const seconds = () => Math.floor(now().getTime() / 1000)
  return {
    /** Null when these are not the keys of the demo. */
    issue(authorization: string | undefined): object | null {
      const [scheme = '', value = ''] = authorization?.split(' ') ?? []
      const { clientId, clientSecret } = demoPaypalAccount
      const given = Buffer.from(value, 'base64').toString()
      if (scheme.toLowerCase() !== 'basic' || !isSame(given, `${clientId}:${clientSecret}`)) return null
      const claim = `${clientId}.${seconds() + lifetime}`
      return {
        scope: 'https://uri.paypal.com/services/payments/payment',
        access_token: `A21AA.${claim}.${sign(claim)}`,
        token_type: 'Bearer',
        app_id: 'APP-DEMO',
        expires_in: lifetime,
        nonce: now().toISOString(),
      }
    },
    /** Whose token it is; null when it is none, or over. */
    accountOf(authorization: string | undefined): string | null {
      const [, clientId = '', until = '', signature = ''] =
        /^Bearer A21AA\.([\w-]+)\.(\d+)\.([\w-]+)$/i.exec(authorization ?? '') ?? []
      if (!isSame(signature, sign(`${clientId}.${until}`))) return null
      return Number(until) > seconds() ? clientId : null
    },
  }
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
