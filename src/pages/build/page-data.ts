import { type HelpSlug, helpArticles, helpSlugs } from '../../features/site/help-rules.ts'
import { plainText } from '../../web/prose/plain-text.ts'
import type { Prose } from '../../web/prose/prose.ts'
import {
  type Question,
  type StructuredData,
  article,
  breadcrumbs,
  faqPage,
  softwareApplication,
} from './structured-data.ts'

interface PageFacts {
  path: string
  title: string
  description: string
  image: string | undefined
}

interface Answers {
  faq: readonly Question[]
  pricing: readonly Question[]
}

export function structuredDataOf(page: PageFacts, answers: Answers): StructuredData[] {
  const slug = articleAt(page.path)
  if (page.path === '/') return [softwareApplication(page)]
  const data = [breadcrumbs(trailTo(page, slug))]
  if (slug) data.push(article(page))
  if (page.path === '/faq' && answers.faq.length > 0) data.push(faqPage(answers.faq))
  if (page.path === '/pricing' && answers.pricing.length > 0) data.push(faqPage(answers.pricing))
  return data
}

export function articleAt(path: string): HelpSlug | undefined {
  return helpSlugs.find((slug) => path === `/help/${slug}`)
}

function trailTo({ path, title }: PageFacts, slug: HelpSlug | undefined) {
  const home = { path: '/', title: 'Home' }
  if (!slug) return [home, { path, title }]
  return [home, { path: '/help', title: 'Help Center' }, { path, title: helpArticles[slug].title }]
}

/** In the Markdown of the FAQ, a category is a heading of level 2 and a question one of level 3. */
export function questionsIn({ sections }: Prose): Question[] {
  return sections
    .filter(({ level }) => level === 3)
    .map(({ heading, blocks }) => ({ question: heading, answer: plainText(blocks) }))
}
