import { createHmac, timingSafeEqual } from 'node:crypto'

/** How many cookies are remembered as good, so that their signature is not reckoned at every request. */
const remembered = 1000

/** Reads the token in Better Auth's cookie, if its signature was made with this secret. */
export function createTokenReader(secret: string): (cookie: string) => string | undefined {
  const good = new Map<string, string>()
  return (cookie) => {
    const known = good.get(cookie)
    if (known !== undefined) return known
    const dot = cookie.lastIndexOf('.')
    if (dot < 1) return undefined
    const token = cookie.slice(0, dot)
    const given = Buffer.from(cookie.slice(dot + 1), 'base64')
    const expected = createHmac('sha256', secret).update(token).digest()
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    if (good.size >= remembered) good.clear()
    good.set(cookie, token)
    return token
  }
}
