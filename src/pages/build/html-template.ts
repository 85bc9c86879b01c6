import { escapeHtml } from './page-head.ts'

interface PageParts {
  title: string
  description: string
  /** Elements that tell other machines about the page. */
  tags?: string
  /** Data for them, which may be long: behind the styles, so that these come early. */
  data?: string
  markup: string
}

const root = '<div id="root"></div>'
const titleTag = /<title>[^<]*<\/title>/
const descriptionTag = /<meta name="description" content="[^"]*"\s*\/?>/
const endOfHead = '</head>'

/** Puts a rendered page into the built index.html. */
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
      // The page can be read before its scripts are there, so they let what it shows go first; see boot.ts.
      .replace('<script type="module"', '<script type="module" fetchpriority="low"')
      .replace(
        /(?:<link rel="modulepreload"[^>]*>\s*)+/,
        (links) => `<template id="scripts">${links}</template>\n    `,
      )
  )
}

const stylesheetTag = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/

/**
 * Makes the built index.html paint at once: its styles come with it instead of after it, and the scripts that the first
 * one will ask for are named in it already.
 */
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

/** A script and all that it imports, as files. */
export function scriptsOf(manifest: Record<string, ManifestChunk>, entry: string): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  visit(entry)
  return [...files]
}

/** The router's /invoices/$id as the server's /invoices/:id. */
export function pagePattern(path: string): string {
  return path.replaceAll('$', ':')
}
