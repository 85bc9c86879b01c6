import { createHmac, randomBytes } from 'node:crypto'
import { demoPaypalAccount } from '../../src/shared/demo-paypal-account.ts'
import { isSame } from '../is-same.ts'

/** Nine hours in seconds, as for PayPal. */
const lifetime = 32_400

/** Issues tokens that expire, and that end with a restart: the product must handle both, as with PayPal. */
export function createAccessTokens(now: () => Date) {
  const key = randomBytes(32)
  const sign = (claim: string) => createHmac('sha256', key).update(claim).digest('base64url')
  const seconds = () => Math.floor(now().getTime() / 1000)
  return {
    /** A new token; null when these are not the demo keys. */
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
    /** The account of a token; null when the token is invalid or expired. */
    accountOf(authorization: string | undefined): string | null {
      const [, clientId = '', until = '', signature = ''] =
        /^Bearer A21AA\.([\w-]+)\.(\d+)\.([\w-]+)$/i.exec(authorization ?? '') ?? []
      if (!isSame(signature, sign(`${clientId}.${until}`))) return null
      return Number(until) > seconds() ? clientId : null
    },
  }
}
