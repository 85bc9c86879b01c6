import { createHmac, timingSafeEqual } from 'node:crypto'

/** How many verified cookies are cached, so that the signature is not computed at every request. */
const maxCached = 1000

/** Creates a reader that returns the token in Better Auth's cookie if it was signed with this secret. */
export function createTokenReader(secret: string): (cookie: string) => string | undefined {
  const verifiedTokens = new Map<string, string>()
  return (cookie) => {
    const cached = verifiedTokens.get(cookie)
    if (cached !== undefined) return cached
    const dot = cookie.lastIndexOf('.')
    if (dot < 1) return undefined
    const token = cookie.slice(0, dot)
    const given = Buffer.from(cookie.slice(dot + 1), 'base64')
    const expected = createHmac('sha256', secret).update(token).digest()
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    if (verifiedTokens.size >= maxCached) verifiedTokens.clear()
    verifiedTokens.set(cookie, token)
    return token
  }
}
