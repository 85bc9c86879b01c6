// Runs in Node once the pages are built: writes the HTML of the public pages and the list of all pages for the server.
import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'

import { App, createQueryClient } from './app.tsx'
import { fillTemplate, pagePattern, scriptsOf, speedUpTemplate } from './html-template.ts'
import { pageTitle } from './page-title.ts'
import { createAppRouter } from './router.tsx'
import { unknownRoute } from './routes/root-route.ts'

const folder = join(process.cwd(), 'dist', 'web')
const notFoundFile = 'pages/404.html'

interface PageEntry {
  pattern: string
  /** The page's own HTML; null for pages that the browser renders from index.html. */
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
      // Larger boundaries would otherwise be put in place by an inline script.
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
  scriptsOf(manifest, 'src/web/main.tsx'),
)
await writeFile(join(folder, 'index.html'), template)

async function writePage(file: string, path: string, title: string, description: string): Promise<void> {
  const markup = await renderPage(path)
  if (/<script|\sstyle="/.test(markup)) {
    throw new Error(`${path} was rendered with an inline script or style, which its security policy forbids.`)
  }
  await writeFile(
    join(folder, file),
    fillTemplate(template, { title: pageTitle(title), description, markup }),
  )
}

async function preparePage(route: AnyRoute): Promise<PageEntry> {
  const { title, description, noindex } = route.options.staticData ?? {}
  if (!title) throw new Error(`${route.fullPath} has no title.`)
  const entry = {
    pattern: pagePattern(route.fullPath),
    title: pageTitle(title),
    ...(noindex ? { noindex } : {}),
  }
  if (!description) return { ...entry, file: null }
  const name = route.fullPath === '/' ? 'index' : route.fullPath.slice(1).replaceAll('/', '-')
  const file = `pages/${name}.html`
  await writePage(file, route.fullPath, title, description)
  return { ...entry, file }
}

await mkdir(join(folder, 'pages'), { recursive: true })
const routes: AnyRoute[] = Object.values(createServerRouter('/').routesByPath)
const known = routes.filter(({ fullPath }) => fullPath !== unknownRoute.fullPath)
const pages = await Promise.all(known.map(preparePage))
await writePage(notFoundFile, '/404', 'Page Not Found', 'This page does not exist.')
await writeFile(
  join(folder, 'routes.json'),
  `${JSON.stringify({ pages, notFound: notFoundFile }, null, 2)}\n`,
)
