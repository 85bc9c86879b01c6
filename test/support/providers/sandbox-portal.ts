import type { TestApp } from '../test-app.ts'

/** Presses a button on a hosted page like a person, and returns where it leads. */
export async function pressOnPage(app: TestApp, url: string, label: string): Promise<string> {
  const page = await readPage(app, url)
  const forms = [...page.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)]
  const form = forms.find(([, , content = '']) => content.includes(label))
  if (!form) throw new Error(`There is no button ${label} on: ${wordsOf(page)}`)
  const [, attributes = '', content = ''] = form
  const fields = new URLSearchParams()
  for (const [tag] of content.matchAll(/<input[^>]*>/g)) {
    fields.set(attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '')
  }
  const [button = ''] = content.match(new RegExp(`<button[^>]*>[^<]*${label}`)) ?? []
  const name = attribute(button, 'name')
  if (name) fields.set(name, attribute(button, 'value') ?? '')
  const response = await app.app.request(new URL(attribute(attributes, 'action') ?? '', url).href, {
    method: 'POST',
    headers: { origin: app.deps.appUrl },
    body: fields,
  })
  const location = response.headers.get('location')
  if (!location) throw new Error(`${label} led nowhere: ${wordsOf(await response.text())}`)
  return new URL(location, url).href
}

/** Follows the link of the page with this label. */
export async function followOnPage(app: TestApp, url: string, label: string): Promise<string> {
  const page = await readPage(app, url)
  const links = [...page.matchAll(/<a([^>]*)>(.*?)<\/a>/gs)]
  const link = links.find(([, , content = '']) => content.includes(label))
  if (!link) throw new Error(`There is no link ${label} on: ${wordsOf(page)}`)
  return new URL(attribute(link[1] ?? '', 'href') ?? '', url).href
}

async function readPage(app: TestApp, url: string): Promise<string> {
  const response = await app.app.request(url)
  const page = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${wordsOf(page)}`)
  return page
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')
}

function wordsOf(page: string): string {
  const main = /<main>(.*)<\/main>/s.exec(page)?.[1] ?? page
  return main
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
