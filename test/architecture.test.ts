import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Checks which files may import which. It reads the imports, so that the code keeps the structure of
 * ARCHITECTURE.md.
 */
const top = resolve(import.meta.dirname, '..')

/** Features in order: each may use the ones before it. */
const features = [
  'auth',
  'business',
  'live',
  'billing',
  'team',
  'categories',
  'fields',
  'exports',
  'integrations',
  'clients',
  'items',
  'billable',
  'taxes',
  'rates',
  'figures',
  'periods',
  'schedules',
  'attachments',
  'invoices',
  'payments',
  'credit-notes',
  'statements',
  'estimates',
  'reminders',
  'portal',
  'recurring',
  'templates',
  'expenses',
  'banking',
  'transactions',
  'receipts',
  'payouts',
  'matching',
  'bank-files',
  'data-imports',
  'journal',
  'category-moves',
  'reports',
  'comments',
  'activity',
  'find',
  'dashboard',
  'account',
  'admin-mail',
  'admin',
  'contact',
  'system',
  'site',
]

interface Source {
  path: string
  imports: { target: string; typeOnly: boolean }[]
  lines: number
}

function readSources(...folders: string[]): Source[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path).replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/.test(path) && !/\.(test\.tsx?|d\.ts)$/.test(path)),
  )
  return paths.map((path) => {
    const text = readFileSync(join(top, path), 'utf8')
    const found = [...text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)]
    const lazy = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)]
    const resolveTarget = (target: string) =>
      target.startsWith('.')
        ? relative(top, resolve(top, dirname(path), target)).replaceAll('\\', '/')
        : target
    return {
      path,
      lines: text.split('\n').length,
      imports: [
        ...found.map((match) => ({ target: resolveTarget(match[2] ?? ''), typeOnly: Boolean(match[1]) })),
        ...lazy.map((match) => ({ target: resolveTarget(match[1] ?? ''), typeOnly: false })),
      ],
    }
  })
}

const sources = readSources('sandbox', 'src')
const isWeb = (path: string) => /^src\/(pages|web|features\/[\w-]+\/web)\//.test(path)
const isPure = (path: string) =>
  /^src\/features\/[\w-]+\/(?:[\w-]+\/)*(contract|(?:[\w-]+-)?rules)\.ts$/.test(path)
const featureOf = (path: string) => /^src\/features\/([\w-]+)\//.exec(path)?.[1]
const isLocal = (target: string) => /^(sandbox|src)\//.test(target)

/** Returns the imports that break a rule. */
function offences(
  from: (path: string) => boolean,
  isAllowed: (target: string, path: string, typeOnly: boolean) => boolean,
): string[] {
  return sources
    .filter((source) => from(source.path))
    .flatMap((source) =>
      source.imports
        .filter(({ target, typeOnly }) => !isAllowed(target, source.path, typeOnly))
        .map(({ target }) => `${source.path} → ${target}`),
    )
}

test('the product runs without development packages, which `npm start` does not install', () => {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(top, 'package.json'), 'utf8'),
  )
  const isDevelopment = (target: string) =>
    Object.keys(devDependencies).some((name) => target === name || target.startsWith(`${name}/`))
  expect(
    offences(
      () => true,
      (target, _path, typeOnly) => typeOnly || !isDevelopment(target),
    ),
  ).toEqual([])
})

test('the sources are found at all', () => {
  expect(sources.length).toBeGreaterThan(60)
  expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(200)
})

describe('who may import whom', () => {
  test('shared imports nothing of ours but shared', () => {
    const isShared = (path: string) => path.startsWith('src/shared/')
    expect(offences(isShared, (target) => !isLocal(target) || isShared(target))).toEqual([])
  })

  test('platform and sandbox know no feature and no page', () => {
    const isIn = (folders: RegExp) => (path: string) => folders.test(path)
    const platform = /^src\/(platform|shared)\//
    const sandbox = /^(sandbox|src\/platform|src\/shared)\//
    expect(offences(isIn(/^src\/platform\//), (target) => !isLocal(target) || platform.test(target))).toEqual(
      [],
    )
    expect(offences(isIn(/^sandbox\//), (target) => !isLocal(target) || sandbox.test(target))).toEqual([])
  })

  test('what runs in the browser imports contracts, rules, shared and web code only', () => {
    const isAllowed = (target: string) =>
      isLocal(target)
        ? isWeb(target) || isPure(target) || target.startsWith('src/shared/')
        : !target.startsWith('node:') &&
          !/^(pg|hono|@hono\/|drizzle-orm|better-auth|pg-boss|nodemailer|pino)/.test(target)
    // The pre-render and the code that parses the site's texts are run by Node at build time.
    const inBrowser = (path: string) => isWeb(path) && !/^src\/pages\/(prerender\.tsx|build\/.*)$/.test(path)
    expect(offences(inBrowser, isAllowed)).toEqual([])
  })

  test('the kit below all features knows none of them, and its components know nothing but each other', () => {
    const isIn = (...folders: string[]) => {
      return (path: string) => folders.some((folder) => path.startsWith(`src/${folder}/`))
    }
    const isAllowed = (...folders: string[]) => {
      return (target: string) => !isLocal(target) || isIn('shared', ...folders)(target)
    }
    expect(offences(isIn('web'), isAllowed('web'))).toEqual([])
    expect(offences(isIn('web/ui'), isAllowed('web/ui'))).toEqual([])
  })

  test('nothing but a page imports a page', () => {
    const isPage = (path: string) => path.startsWith('src/pages/')
    expect(
      offences(
        (path) => !isPage(path),
        (target) => !isPage(target),
      ),
    ).toEqual([])
  })

  test('server code imports no page', () => {
    const onServer = (path: string) => !isWeb(path)
    expect(offences(onServer, (target) => !isWeb(target))).toEqual([])
  })

  test('contracts and rules import zod, shared and contracts and rules only', () => {
    const isAllowed = (target: string) =>
      isLocal(target)
        ? isPure(target) || target.startsWith('src/shared/')
        : target === 'zod' || target === 'date-fns'
    expect(offences(isPure, isAllowed)).toEqual([])
  })

  test('a feature imports itself and earlier ones only', () => {
    const inOrder = (target: string, path: string) => {
      const [own, other] = [featureOf(path), featureOf(target)]
      return !other || features.indexOf(other) <= features.indexOf(own ?? '')
    }
    expect(offences((path) => featureOf(path) !== undefined, inOrder)).toEqual([])
    const present = new Set(
      sources.map((source) => featureOf(source.path)).filter((name) => name !== undefined),
    )
    expect([...present].toSorted()).toEqual(features.toSorted())
  })

  test('only worker threads load what draws PDFs', () => {
    const reached = new Set(['src/programs/main.ts'])
    for (const path of reached) {
      const { imports = [] } = sources.find((source) => source.path === path) ?? {}
      for (const { target, typeOnly } of imports) if (!typeOnly) reached.add(target)
    }
    expect(reached).toContain('src/features/invoices/pdf/invoice-pdf.ts')
    expect([...reached].filter((target) => /^(pdfkit|fontkit|bidi-js)$/.test(target))).toEqual([])
  })

  test('only the start and the platform’s database folder open a database', () => {
    const opens = sources.filter((source) => {
      const text = readFileSync(join(top, source.path), 'utf8')
      return /new pg\.(Pool|Client)|\bconnect\(\{|openDatabase\(|startEmbeddedPostgres\(/.test(text)
    })
    const allowed = /^src\/(start\.ts|programs\/(seed|rates|rotate-key)\.ts|platform\/db\/)/
    expect(opens.map((source) => source.path).filter((path) => !allowed.test(path))).toEqual([])
  })

  test('only withTenant touches the pool of tenant rows, besides the health check', () => {
    const users = sources.filter((source) =>
      /\b(database|db)\.app\b/.test(readFileSync(join(top, source.path), 'utf8')),
    )
    expect(users.map((source) => source.path).toSorted()).toEqual([
      'src/platform/db/transaction.ts',
      'src/platform/http/health.ts',
    ])
  })
})

describe('folders', () => {
  test('hold at most 30 source files', () => {
    const counts = new Map<string, number>()
    for (const { path } of [...sources, ...readSources('bench', 'test/gallery', 'test/support')]) {
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count > 30)).toEqual([])
  })
})

test('a page is named by the words of its address: /invoices/recurring/$id is recurring-invoice-page.tsx', () => {
  const others: Record<string, string> = {
    '/signup': '/sign-up',
    '/invoices/$id/view': '/public-invoice',
    '/credit-notes/$id/view': '/public-credit-note',
    '/estimates/$id/view': '/public-estimate',
    '/invoices/$id/edit': '/invoice',
    '/portal': '/portal-return',
  }
  const wordsOf = (name: string) =>
    name
      .split(/[/-]/)
      .filter((word) => word !== '' && !word.startsWith('$'))
      .map((word) => word.replace(/s$/, ''))
      .toSorted()
      .join(' ')
  const pages = sources
    .filter(({ path }) => path.startsWith('src/pages/routes/'))
    .flatMap(({ path }) => readFileSync(join(top, path), 'utf8').split('createRoute(').slice(1))
    .map((route) => ({
      address: /path: '([^']+)'/.exec(route)?.[1] ?? '',
      name: /import\(\s*'[^']*\/([\w-]+)-page\.tsx'/.exec(route)?.[1],
    }))
    .filter(({ name }) => name !== undefined)
  expect(pages.length).toBeGreaterThan(35)
  expect(
    pages.filter(({ address, name = '' }) => wordsOf(others[address] ?? address) !== wordsOf(name)),
  ).toEqual([])
})

describe('files', () => {
  test('are named in kebab-case, and none is a barrel or a drawer for everything', () => {
    const names = sources.map((source) => source.path.split('/').at(-1) ?? '')
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(name))).toEqual([])
    expect(names.filter((name) => /^(index|utils?|helpers?|misc|common)\.tsx?$/.test(name))).toEqual([])
  })

  test('are named after what they export', () => {
    const families = /(^|-)(api|columns|contract|deps|emails|jobs|queries|routes|rules|text)$/
    const toKebab = (name: string) =>
      name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()
    const singular = (name: string) => `-${name.replace(/s(?=-|$)/g, '')}-`
    const misnamed = sources.flatMap(({ path }) => {
      const text = readFileSync(join(top, path), 'utf8')
      const exported = [
        ...text.matchAll(/^export (?:async )?(const|function\*?|class|interface|type) (\w+)/gm),
      ]
      const values = exported.filter(([, kind]) => kind !== 'interface' && kind !== 'type')
      const name = path.replace(/^.*\/|\.tsx?$/g, '')
      // A file with several values is named after what they have in common.
      if (values.length !== 1 || families.test(name) || path.includes('/db/tables/')) return []
      const isNamed = exported.some(([, , own = '']) => singular(toKebab(own)).includes(singular(name)))
      return isNamed ? [] : [`${path} exports ${values[0]?.[2]}`]
    })
    expect(misnamed).toEqual([])
  })

  test('stay small: half under 80 lines, nine of ten under 200, none over 400', () => {
    const sizes = sources.map((source) => source.lines).toSorted((a, b) => a - b)
    const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)] ?? 0
    expect(at(0.5)).toBeLessThan(80)
    expect(at(0.9)).toBeLessThan(200)
    expect(at(1)).toBeLessThanOrEqual(400)
  })

  test('import in no circle, types included', () => {
    const graph = new Map(
      sources.map((source) => [
        source.path,
        source.imports.filter(({ target }) => isLocal(target)).map(({ target }) => target),
      ]),
    )
    const circles: string[] = []
    const done = new Set<string>()
    const walk = (path: string, trail: string[]) => {
      if (trail.includes(path)) {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
        return
      }
      if (done.has(path)) return
      for (const next of graph.get(path) ?? []) walk(next, [...trail, path])
      done.add(path)
    }
    for (const path of graph.keys()) walk(path, [])
    expect(circles).toEqual([])
  })
})
