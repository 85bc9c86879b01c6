import { createHash } from 'node:crypto'
import { putInCache } from '../put-in-cache.ts'

export interface AccessToken {
  value: string
  /** Milliseconds since 1970, shortly before it expires. */
  until: number
}

export interface TokenContext {
  /** https://api-m.paypal.com */
  address: string
  clientId: string
  clientSecret: string
}

const maxTokens = 500

/** Providers are created for one use. A token is found only with the keys that it was issued for. */
const tokens = new Map<string, Promise<AccessToken>>()

/** Returns a token. `instead` is a token that was refused, or 'any' to request a new one in any case. */
export async function paypalTokenFor(
  context: TokenContext,
  requestToken: () => Promise<AccessToken>,
  instead?: string,
): Promise<string> {
  const key = keyOf(context)
  const cached = await tokens.get(key)?.catch(() => undefined)
  const isGood = cached && cached.until > Date.now() && instead !== 'any' && cached.value !== instead
  return isGood ? cached.value : (await store(key, requestToken())).value
}

function store(key: string, token: Promise<AccessToken>): Promise<AccessToken> {
  putInCache(tokens, key, token, maxTokens).catch(() => {
    if (tokens.get(key) === token) tokens.delete(key)
  })
  return token
}

function keyOf({ address, clientId, clientSecret }: TokenContext): string {
  return createHash('sha256')
    .update(JSON.stringify([address, clientId, clientSecret]))
    .digest('base64')
}
