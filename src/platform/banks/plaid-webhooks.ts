import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { BankWebhook, BankProvider } from './bank-provider.ts'
import type { AskPlaid } from './plaid-client.ts'
import { failureWithCode, loggableCode } from './plaid-failures.ts'
import { idSchema } from './plaid-fields.ts'
import { findPlaidWebhookKey } from './plaid-webhook-keys.ts'

const headerSchema = z.object({ alg: z.literal('ES256'), kid: z.string().regex(/^[\w-]{1,100}$/) })
const claimsSchema = z.object({
  /** Seconds since 1970. */
  iat: z.number(),
  request_body_sha256: z.string().regex(/^[0-9a-f]{64}$/i),
})
const momentSchema = z.iso.datetime({ offset: true }).nullish().catch(null)
const newsSchema = z.object({
  webhook_type: z.string(),
  webhook_code: z.string(),
  item_id: idSchema.nullish().catch(null),
  link_token: idSchema.nullish().catch(null),
  // The first is used in the United States, the second in Europe.
  disconnect_time: momentSchema,
  consent_expiration_time: momentSchema,
  error: z.object({ error_code: z.string() }).nullish().catch(null),
})

/** Seconds. */
const maxAge = 5 * 60
const maxClockSkew = 60

/** `account` is the address and client id that the keys belong to. */
export function createPlaidWebhooks(ask: AskPlaid, account: string): Pick<BankProvider, 'readBankWebhook'> {
  async function isGenuine({ body, signature, now }: Parameters<BankProvider['readBankWebhook']>[0]) {
    const { decodeProtectedHeader, importJWK, jwtVerify } = await import('jose')
    const header = headerSchema.safeParse(orNull(() => decodeProtectedHeader(signature))).data
    if (!header) return false
    const key = await findPlaidWebhookKey(ask, { account, keyId: header.kid, now })
    if (!key) return false
    try {
      const { kty, crv, x, y } = key
      const publicKey = await importJWK({ kty, crv, x, y }, 'ES256')
      const { payload } = await jwtVerify(signature, publicKey, { algorithms: ['ES256'], currentDate: now })
      const { iat, request_body_sha256 } = claimsSchema.parse(payload)
      const age = now.getTime() / 1000 - iat
      const hash = createHash('sha256').update(body).digest()
      return (
        age <= maxAge &&
        age >= -maxClockSkew &&
        timingSafeEqual(hash, Buffer.from(request_body_sha256, 'hex'))
      )
    } catch {
      return false
    }
  }

  return {
    async readBankWebhook(delivery) {
      if (!(await isGenuine(delivery))) return null
      const text = Buffer.from(delivery.body).toString()
      const news = newsSchema.safeParse(orNull(() => JSON.parse(text))).data
      if (!news) return null
      const { item_id, link_token, disconnect_time, consent_expiration_time } = news
      if (!item_id && !link_token) return null
      return {
        itemId: item_id ?? null,
        linkToken: link_token ?? null,
        ...meaningOf(news),
        endsAt: disconnect_time ?? consent_expiration_time ?? null,
      }
    },
  }
}

function meaningOf(news: z.infer<typeof newsSchema>): Pick<BankWebhook, 'kind' | 'code'> {
  const { webhook_type: type, webhook_code: code, error } = news
  if (type === 'ITEM' && code === 'ERROR' && error) {
    const { problem, code: errorCode } = failureWithCode(error.error_code)
    const kind = problem === 'reconnect' || problem === 'ended' ? problem : 'other'
    return { kind, code: errorCode }
  }
  return { kind: kinds.get(`${type}/${code}`) ?? 'other', code: loggableCode(code) }
}

const kinds: ReadonlyMap<string, BankWebhook['kind']> = new Map([
  ['TRANSACTIONS/SYNC_UPDATES_AVAILABLE', 'transactions'],
  ['TRANSACTIONS/INITIAL_UPDATE', 'transactions'],
  ['TRANSACTIONS/HISTORICAL_UPDATE', 'transactions'],
  ['TRANSACTIONS/DEFAULT_UPDATE', 'transactions'],
  ['TRANSACTIONS/TRANSACTIONS_REMOVED', 'transactions'],
  ['ITEM/LOGIN_REPAIRED', 'repaired'],
  ['ITEM/PENDING_DISCONNECT', 'expiring'],
  ['ITEM/PENDING_EXPIRATION', 'expiring'],
  ['ITEM/NEW_ACCOUNTS_AVAILABLE', 'newAccounts'],
  ['ITEM/USER_PERMISSION_REVOKED', 'ended'],
  // Concerns one account. The others stay connected, and the next sync shows which are left.
  ['ITEM/USER_ACCOUNT_REVOKED', 'accountRevoked'],
  ['LINK/SESSION_FINISHED', 'link'],
  ['LINK/ITEM_ADD_RESULT', 'link'],
])

function orNull(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return null
  }
}
