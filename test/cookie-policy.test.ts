import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession, signIn, signInWithGoogle, signOut } from '../src/features/auth/contract.ts'
import { parseProse } from '../src/pages/build/parse-prose.ts'
import { signUpForPortal } from './support/portal/sign-up-for-portal.ts'
import { type TestApp, cookieOf, createTestApp } from './support/test-app.ts'

const top = resolve(import.meta.dirname, '..')
const page = parseProse(
  readFileSync(join(top, 'src', 'features', 'site', 'web', 'content', 'cookies.md'), 'utf8'),
)

/** Returns everything that is written as code in a section of the page. */
function namedIn(id: string): string[] {
  const section = page.sections.find((one) => one.id === id)
  const found = [...JSON.stringify(section).matchAll(/\{"kind":"code","text":"([^"]+)"\}/g)]
  return found.map(([, name = '']) => name).toSorted()
}

const sources = filesBelow(join(top, 'src'))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    appUrl: 'https://books.example.com',
    google: { clientId: 'the-client-id', clientSecret: 'the-client-secret' },
  })
})
afterAll(() => app.close())

/** Returns the cookies that a response sets, each with its lifetime. */
function kept(response: Response): [string, number][] {
  return response.headers
    .getSetCookie()
    .map((line): [string, number] => [
      line.split('=')[0] ?? '',
      Number(/max-age=(\d+)/i.exec(line)?.[1] ?? Number.NaN),
    ])
    .filter(([, seconds]) => seconds !== 0)
}

test('the page names the cookies that are set, each for as long as it says, and no others', async () => {
  const visitor = await app.send(getSession, {})
  expect(visitor.headers.getSetCookie()).toEqual([])

  const person = await app.signUp()
  const signedIn = await app.send(signIn, { body: person })
  const google = await app.send(signInWithGoogle, { body: { returnTo: '/invoices' } })
  const signedOut = await app.send(signOut, {}, { cookie: cookieOf(signedIn) })
  const owner = await signUpForPortal(app)
  const token = await owner.tokenOf((await owner.addClient('Acme')).id)
  const confirmed = await owner.enter(token, await owner.newCode(token))
  const set = [signedIn, google, confirmed, signedOut].flatMap(kept)
  expect(set).toEqual([
    ['__Host-millrace.session_token', 30 * 24 * 3600],
    ['__Host-millrace.state', 5 * 60],
    ['__Host-millrace.portal', 180 * 24 * 3600],
  ])

  const byScript = sources.flatMap(({ text }) => [...text.matchAll(/document\.cookie = `(\w+)=/g)])
  expect(sources.filter(({ text }) => /document\.cookie =|cookieStore/.test(text))).toHaveLength(
    byScript.length,
  )
  const byServer = sources.filter(({ text }) => /\bsetCookie\(/.test(text)).map(({ path }) => path)
  expect(byServer).toEqual([join('features', 'portal', 'access', 'device-cookie.ts')])
  const names = set.flatMap(([name]) => [name, name.replace('__Host-', '')])
  expect(namedIn('cookies')).toEqual([...names, ...byScript.map(([, name = '']) => name)].toSorted())
})

test('the page names everything that a tab remembers, and nothing is kept anywhere else in the browser', () => {
  // Includes the libraries: these are the scripts that browsers load.
  const built = filesBelow(join(top, 'dist', 'web', 'assets'))
  expect(built.length).toBeGreaterThan(20)
  expect([...sources, ...built].filter(({ text }) => /localStorage|indexedDB|\bcaches\./.test(text))).toEqual(
    [],
  )
  const direct = sources.filter(({ text }) => text.includes('sessionStorage')).map(({ path }) => path)
  expect(direct).toEqual([join('web', 'tab-storage.ts')])

  const writers = sources.filter(
    ({ text }) => /\bwriteTabDraft\b/.test(text) && !/function writeTabDraft/.test(text),
  )
  const draftKinds = [
    ...new Set(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/draftKey\(\s*'([a-z-]+)'/g)].map(([, kind = '']) => kind),
      ),
    ),
  ]
  expect(draftKinds.length).toBeGreaterThan(4)
  const own = writers.map(({ path, text }) => {
    const [, key = ''] = /`([a-z-]+(?:\$\{what\})?):\$\{(?:userId|draftOwner)\}/.exec(text) ?? []
    const kinds = key.endsWith('${what}') ? draftKinds : ['']
    // Its key comes from the component around it, which makes it with draftKey.
    const isGiven = /\bdraftKey: string\b/.test(text)
    return { path, isGiven, keys: key === '' ? [] : kinds.map((kind) => key.replace(/\$\{what\}$/, kind)) }
  })
  expect(own.filter(({ keys, isGiven }) => keys.length === 0 && !isGiven)).toEqual([])

  const stored = sources.filter(({ text }) => /\btabStorage\(\)\?\.setItem\(/.test(text))
  const paths = stored.flatMap(({ text }) =>
    [...text.matchAll(/const (?:key|\w+Key) = '([a-z-]+)'/g)].map(([, name = '']) => name),
  )
  expect(paths.toSorted()).toEqual(['business', 'invitation', 'portal-path', 'wanted-business'])

  const keys = [...own.flatMap((one) => one.keys), ...paths, ...routerKeys()]
  expect(namedIn('tab')).toEqual(keys.toSorted())
})

/** Returns the keys that the router itself stores. */
function routerKeys(): string[] {
  const library = join(top, 'node_modules', '@tanstack')
  return ['react-router', 'router-core']
    .flatMap((name) => filesBelow(join(library, name, 'src')))
    .filter(({ text }) => text.includes('sessionStorage'))
    .flatMap(({ text }) => /storageKey = [`']([\w-]+)/.exec(text)?.[1] ?? [])
}

function filesBelow(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|js)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}
