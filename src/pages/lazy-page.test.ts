import { afterEach, expect, test, vi } from 'vitest'
import { isNotLoaded, isServerReachable, lazyPage } from './lazy-page.ts'

const gone = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/page.js')

/** Returns what the page throws when its code cannot be loaded. */
async function failureOf(answer: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal('fetch', answer)
  const page = lazyPage(() => Promise.reject(gone))
  await page.preload?.()
  try {
    // There is no browser here, so the router throws the error for which it would reload the page.
    ;(page as unknown as (props: object) => unknown)({})
  } catch (error) {
    return error
  }
  return undefined
}

afterEach(() => vi.unstubAllGlobals())

test('a page whose file is gone is left to the router, one that no server answered for is not', async () => {
  expect(await failureOf(() => Promise.resolve(new Response()))).toBe(gone)
  const away = await failureOf(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(away).not.toBe(gone)
  expect(away).toMatchObject({ name: 'PageNotLoaded', cause: gone })
  expect([gone, away, new TypeError('x is undefined'), undefined].map(isNotLoaded)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a proxy that answers for a server does not stand for it', async () => {
  const there: boolean[] = []
  for (const status of [200, 404, 500, 502, 503, 504]) {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })))
    there.push(await isServerReachable())
  }
  expect(there).toEqual([true, true, true, false, false, false])
})
