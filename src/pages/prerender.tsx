// Runs in Node after the build: writes the HTML of the public pages, and the list of pages for the server.
import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import faq from '../features/site/web/content/faq.md'
import { pricingAnswers } from '../features/site/web/pricing-answers.ts'
import { pageTitle } from '../web/page-title.ts'
import { App, createQueryClient } from './app.tsx'
import { fillTemplate, pagePattern, scriptsOf, speedUpTemplate } from './build/html-template.ts'
import { articleAt, questionsIn, structuredDataOf } from './build/page-data.ts'
import { headTags, hiddenTags, sitemap } from './build/page-head.ts'
import { addressOf, dataScript } from './build/structured-data.ts'
import { createAppRouter } from './router.tsx'
import { unknownRoute } from './routes/root-route.ts'

const folder = join(process.cwd(), 'dist', 'web')
const notFoundFile = 'pages/404.html'

interface PageEntry {
  pattern: string
  /** The page's own HTML file; null for pages that the browser renders from index.html. */
  file: string | null
  title: string
  noindex?: boolean
}

function createServerRouter(path: string) {
  return createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    scrollRestoration: false,
  })
}

async function renderPage(path: string): Promise<string> {
  const router = createServerRouter(path)
  await router.load()
  const { prelude } = await prerender(
    <StrictMode>
      <App router={router} client={createQueryClient()} />
    </StrictMode>,
    {
      // Otherwise React would insert large boundaries with an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error
      },
    },
  )
  return new Response(prelude).text()
}

const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8'))
const template = speedUpTemplate(
  await readFile(join(folder, 'index.html'), 'utf8'),
  (file) => readFileSync(join(folder, file), 'utf8'),
  scriptsOf(manifest, 'src/pages/main.tsx'),
)
await writeFile(join(folder, 'index.html'), template)

interface PageText {
  path: string
  /** Without the product's name. */
  title: string
  description: string
}

async function writePage(file: string, text: PageText, head: { tags: string; data?: string }) {
  const { path, title, description } = text
  const markup = await renderPage(path)
  if (/<script|\sstyle="/.test(markup)) {
    throw new Error(`${path} was rendered with an inline script or style, which its security policy forbids.`)
  }
  await writeFile(
    join(folder, file),
    fillTemplate(template, { title: pageTitle(title), description, markup, ...head }),
  )
}

function findImage(name: string): string | undefined {
  const file = [name, 'index'].map((own) => `/og/${own}.png`).find((own) => existsSync(join(folder, own)))
  return file && addressOf(file)
}

const answers = { faq: questionsIn(faq), pricing: pricingAnswers }

function describePage(text: PageText, name: string) {
  const image = findImage(name)
  const { path, title, description } = text
  return {
    tags: headTags({
      path,
      title: pageTitle(title),
      description,
      image,
      isArticle: articleAt(path) !== undefined,
    }),
    data: structuredDataOf({ ...text, image }, answers)
      .map(dataScript)
      .join(''),
  }
}

async function preparePage(route: AnyRoute): Promise<PageEntry> {
  const { title, description, noindex } = route.options.staticData ?? {}
  const path = route.fullPath
  if (!title) throw new Error(`${path} has no title.`)
  const entry = {
    pattern: pagePattern(path),
    title: pageTitle(title),
    ...(noindex ? { noindex } : {}),
  }
  if (!description) return { ...entry, file: null }
  const name = path === '/' ? 'index' : path.slice(1).replaceAll('/', '-')
  const file = `pages/${name}.html`
  const text = { path, title, description }
  await writePage(file, text, noindex ? { tags: hiddenTags } : describePage(text, name))
  return { ...entry, file }
}

await mkdir(join(folder, 'pages'), { recursive: true })
const routes: AnyRoute[] = Object.values(createServerRouter('/').routesByPath)
const known = routes.filter(({ fullPath }) => fullPath !== unknownRoute.fullPath)
const pages = await Promise.all(known.map(preparePage))
await writePage(
  notFoundFile,
  { path: '/404', title: 'Page Not Found', description: 'This page does not exist.' },
  { tags: hiddenTags },
)
await writeFile(
  join(folder, 'sitemap.xml'),
  sitemap(pages.flatMap(({ pattern, file, noindex }) => (file && !noindex ? [pattern] : []))),
)
await writeFile(
  join(folder, 'routes.json'),
  `${JSON.stringify({ pages, notFound: notFoundFile }, null, 2)}\n`,
)
