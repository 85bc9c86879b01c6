import { escapeHtml } from './page-head.ts'

interface PageParts {
  title: string
  description: string
  tags?: string
  /** Structured data, which may be long. It comes after the styles, so that they load early. */
  data?: string
  markup: string
}

const root = '<div id="root"></div>'
const titleTag = /<title>[^<]*<\/title>/
const descriptionTag = /<meta name="description" content="[^"]*"\s*\/?>/
const endOfHead = '</head>'

export function fillTemplate(template: string, parts: PageParts): string {
  const { title, description, tags = '', data = '', markup } = parts
  for (const part of [titleTag, descriptionTag]) {
    if (!part.test(template)) throw new Error(`index.html has nothing that matches ${part}.`)
  }
  for (const part of [root, endOfHead]) {
    if (!template.includes(part)) throw new Error(`index.html has no ${part}.`)
  }
  return (
    template
      .replace(titleTag, () => `<title>${escapeHtml(title)}</title>`)
      .replace(
        descriptionTag,
        () => `<meta name="description" content="${escapeHtml(description)}" />\n    ${tags}`,
      )
      .replace(endOfHead, () => `${data}${endOfHead}`)
      .replace(root, () => `<div id="root">${markup}</div>`)
      // The page is readable without its scripts, so they load with low priority; see boot.ts.
      .replace('<script type="module"', '<script type="module" fetchpriority="low"')
      .replace(
        /(?:<link rel="modulepreload"[^>]*>\s*)+/,
        (links) => `<template id="scripts">${links}</template>\n    `,
      )
  )
}

const stylesheetTag = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/

/** Inlines the styles and preloads the scripts that the first one imports, so that the page paints early. */
export function speedUpTemplate(
  template: string,
  read: (file: string) => string,
  scripts: readonly string[],
): string {
  const [tag, file] = stylesheetTag.exec(template) ?? []
  if (!tag || !file) throw new Error('index.html has no stylesheet.')
  const preloads = scripts
    .map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`)
    .join('\n    ')
  return template.replace(tag, () => `${preloads}\n    <style>${read(file)}</style>`)
}

interface ManifestChunk {
  file: string
  imports?: string[]
}

/** Returns the files of a script and of everything that it imports. */
export function scriptsOf(manifest: Record<string, ManifestChunk>, entry: string): string[] {
  const files = new Set<string>()
  const addChunk = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) addChunk(next)
  }
  addChunk(entry)
  return [...files]
}

/** Converts the router's /invoices/$id to the server's /invoices/:id. */
export function pagePattern(path: string): string {
  return path.replaceAll('$', ':')
}
