import { createHash } from 'node:crypto'

export interface AccessToken {
  value: string
  /** Milliseconds since 1970, shortly before it ends. */
  until: number
}

export interface TokenContext {
  address: string
  clientId: string
  clientSecret: string
}

const most = 500

/**
 * Tokens of this process. Providers are made for a moment and thrown away, and each of their questions needs a token; by
 * this it is asked for once in hours. Found only by whoever has the very keys it was given for.
 */
const tokens = new Map<string, Promise<AccessToken>>()

/** `instead` is one that was refused, or 'any' to ask in any case. */
export async function tokenFor(
  place: TokenContext,
  ask: () => Promise<AccessToken>,
  instead?: string,
): Promise<string> {
  const key = keyOf(place)
  const known = await tokens.get(key)?.catch(() => undefined)
  const isGood = known && known.until > Date.now() && instead !== 'any' && known.value !== instead
  return isGood ? known.value : (await keep(key, ask())).value
}

function keep(key: string, asked: Promise<AccessToken>): Promise<AccessToken> {
  tokens.delete(key)
  tokens.set(key, asked)
  const [oldest] = tokens.keys()
  if (tokens.size > most && oldest !== undefined) tokens.delete(oldest)
  asked.catch(() => {
    if (tokens.get(key) === asked) tokens.delete(key)
  })
  return asked
}

function keyOf({ address, clientId, clientSecret }: TokenContext): string {
  return createHash('sha256')
    .update(JSON.stringify([address, clientId, clientSecret]))
    .digest('base64')
}
