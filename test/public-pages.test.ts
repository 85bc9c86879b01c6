import dictionary from 'dictionary-en'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import nspell from 'nspell'
import { describe, expect, test } from 'vitest'
import { isThere } from './support/named-tests.ts'
import { type PublicPage, claims, isBuilt, patterns, publicPages, textOf } from './support/public-pages.ts'

/** The pages about the product; the others are forms. */
const contentPages = publicPages.filter(
  ({ path }) => !/^\/(login|signup|forgot-password|admin\/login)$/.test(path),
)

test('there are as many as there should be', () => {
  expect(contentPages.length).toBeGreaterThanOrEqual(26)
})

describe('each page', () => {
  test('has a title and a description of its own, and says what it is about', () => {
    const descriptionOf = ({ document }: PublicPage) =>
      document.querySelector('meta[name=description]')?.getAttribute('content') ?? ''
    expect(new Set(publicPages.map(({ title }) => title)).size).toBe(publicPages.length)
    expect(new Set(publicPages.map(descriptionOf)).size).toBe(publicPages.length)
    for (const page of contentPages) {
      const length = descriptionOf(page).length
      expect(length, `the description of ${page.path}`).toBeGreaterThanOrEqual(50)
      expect(length, `the description of ${page.path}`).toBeLessThanOrEqual(170)
      expect(page.main.querySelectorAll('h1'), page.path).toHaveLength(1)
    }
  })

  test('can be read without script', () => {
    const short = contentPages.filter(({ main }) => textOf(main).length < 200).map(({ path }) => path)
    expect(short).toEqual([])
  })

  test('promises nothing for later and holds nothing that waits for words', () => {
    const waits = /coming soon|to be written|lorem ipsum|not here yet|\bTODO\b|\bTBD\b/i
    const found = contentPages.filter(({ main, path }) => path !== '/roadmap' && waits.test(textOf(main)))
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

describe('links', () => {
  const idsOf = new Map(
    publicPages.map(({ path, document }) => [
      path,
      new Set(document.querySelectorAll('[id]').map(({ id }) => id)),
    ]),
  )
  /** Paths that the server itself responds to. */
  const served = new Set(['/api/docs', '/api/v1/openapi.json', '/sitemap.xml'])

  function isPage(path: string): boolean {
    return patterns.some((pattern) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
  }

  function whatIsWrong(href: string, page: PublicPage): string | undefined {
    if (/^mailto:\S+@|^mailto:__SUPPORT__/.test(href)) return undefined
    if (href.startsWith('https://')) return undefined
    const [, path = '', hash] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(href) ?? []
    if (path === '' && !hash) return 'leads nowhere'
    const target = path === '' ? page.path : path
    if (!served.has(target) && !isPage(target) && !isBuilt(target)) return 'is no page'
    if (hash && !idsOf.get(target)?.has(hash)) return 'has no such part'
    return undefined
  }

  test('lead to pages and parts of pages that are there', () => {
    const dead = publicPages.flatMap((page) =>
      page.document.querySelectorAll('a').flatMap((link) => {
        const href = link.getAttribute('href') ?? ''
        const wrong = whatIsWrong(href, page)
        return wrong ? [`${page.path}: ${href} ${wrong}`] : []
      }),
    )
    expect([...new Set(dead)]).toEqual([])
  })

  test('pictures, videos and what other sites show are there', () => {
    const missing = publicPages.flatMap(({ path, document }) => {
      const named = [
        ...document
          .querySelectorAll('img, video, track, source')
          .flatMap((element) => [
            element.getAttribute('src'),
            element.getAttribute('srcset'),
            element.getAttribute('poster'),
          ]),
        document
          .querySelector('meta[property="og:image"]')
          ?.getAttribute('content')
          ?.replace('__ORIGIN__', ''),
      ]
      return named
        .filter((file) => file !== null && file !== undefined)
        .filter((file) => !isBuilt(file.replace(/[?#].*$/, '')))
        .map((file) => `${path}: ${file}`)
    })
    expect(missing).toEqual([])
    for (const { path, document } of contentPages) {
      expect(document.querySelector('meta[property="og:image"]'), path).not.toBeNull()
    }
  })

  test('every picture of the product is described', () => {
    const silent = publicPages.flatMap(({ path, document }) =>
      document
        .querySelectorAll('main img[src^="/pictures/"]')
        .filter((image) => (image.getAttribute('alt') ?? '').length < 10)
        .map((image) => `${path}: ${image.getAttribute('src')}`),
    )
    expect(silent).toEqual([])
  })
})

test('every word is in the dictionary, or in the list of our own', () => {
  const spelling = nspell(dictionary)
  const own = readFileSync(join(import.meta.dirname, 'support', 'own-words.txt'), 'utf8')
  for (const word of own.split('\n').filter(Boolean)) spelling.add(word)
  const unknown = new Map<string, string>()
  for (const { path, title, document, main } of contentPages) {
    const read = [
      title,
      // Names of settings, addresses and commands are not words.
      textOf(main, 'CODE'),
      document.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
      ...main.querySelectorAll('img').map((image) => image.getAttribute('alt') ?? ''),
    ].join(' ')
    const words = read.replaceAll(/\S*(?:@|__|:\/\/)\S*/g, ' ').match(/\p{L}[\p{L}’']*/gu) ?? []
    for (const word of new Set(words.map((found) => found.replaceAll('’', "'").replace(/'s?$/, '')))) {
      if (!spelling.correct(word)) unknown.set(word, path)
    }
  }
  expect(Object.fromEntries(unknown)).toEqual({})
})

describe('claims', () => {
  const pageOf = new Map(publicPages.map((page) => [page.name === 'index' ? 'landing' : page.name, page]))
  /** Legal texts are more than claims. Their tables contain only what can be proven. */
  const isLaw = (name: string) => /^(terms|privacy|cookies)$/.test(name)

  test('stand on their pages, word for word', () => {
    const gone = claims.filter(({ table, section, words }) => {
      const part = pageOf.get(table)?.main.querySelector(`[id="${section}"]`)
      return words === '' || !part || !textOf(part).includes(words.replaceAll(/\s+/g, ' '))
    })
    expect(gone.map(({ table, section, words }) => `${table}#${section}: ${words}`)).toEqual([])
  })

  test('are proven by tests that are there', () => {
    const unproven = claims.filter((claim) => !isThere(claim))
    expect(unproven.map(({ table, file, test: name }) => `${table}: ${file} › ${name}`)).toEqual([])
  })

  test('are told of every part of every page that makes some', () => {
    const making = [...pageOf].filter(([name]) => /^(landing|features|pricing|faq|help-.+)$/.test(name))
    expect(making.length).toBeGreaterThanOrEqual(20)
    const untold = making.flatMap(([name, { main }]) =>
      main
        .querySelectorAll('section[id]')
        .filter(({ id }) => !claims.some(({ table, section }) => table === name && section === id))
        .map(({ id }) => `${name}#${id}`),
    )
    expect(untold).toEqual([])
    const named = new Set(claims.map(({ table }) => table))
    expect([...named].filter((name) => !pageOf.has(name))).toEqual([])
    expect([...named].filter(isLaw).length).toBe(3)
  })
})
