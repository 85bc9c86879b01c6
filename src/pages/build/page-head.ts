import { productName } from '../../shared/product.ts'
import { addressOf } from './structured-data.ts'

/** The size of the preview image that other sites show, in pixels. */
const imageSize = { width: 1200, height: 630 }

export interface HeadFacts {
  path: string
  /** With the product's name, as in the browser's tab. */
  title: string
  description: string
  isArticle: boolean
  /** A URL; undefined if the page has no image yet. */
  image: string | undefined
}

export function headTags({ path, title, description, isArticle, image }: HeadFacts): string {
  const url = addressOf(path)
  const tags = [
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    property('og:site_name', productName),
    property('og:type', isArticle ? 'article' : 'website'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('og:locale', 'en_US'),
    ...(image ? imageTags(image, title) : []),
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`,
  ]
  return tags.join('\n    ')
}

function imageTags(image: string, title: string): string[] {
  return [
    property('og:image', image),
    property('og:image:width', String(imageSize.width)),
    property('og:image:height', String(imageSize.height)),
    property('og:image:alt', title),
  ]
}

/** For a page that search engines must not list. */
export const hiddenTags = '<meta name="robots" content="noindex" />'

export function sitemap(paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${escapeHtml(addressOf(path))}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" />`
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
