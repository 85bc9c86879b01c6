import type { ComponentType } from 'react'
import type { Prose } from '../../../web/prose/prose.ts'
import type { HelpSlug } from '../help-rules.ts'

const texts = import.meta.glob<{ default: Prose }>('./content/**/*.md')

interface PageModule {
  default: ComponentType
}

/** Loads an article's page together with its text, so that both are ready when it is shown. */
export async function loadArticle(slug: HelpSlug): Promise<PageModule> {
  const [{ HelpArticlePage }, prose] = await Promise.all([
    import('./help-article-page.tsx'),
    loadProse(`help/${slug}`),
  ])
  return { default: () => <HelpArticlePage slug={slug} prose={prose} /> }
}

export async function loadLegalText(name: string, title: string): Promise<PageModule> {
  const [{ LegalPage }, prose] = await Promise.all([import('./legal-page.tsx'), loadProse(name)])
  return { default: () => <LegalPage title={title} prose={prose} /> }
}

async function loadProse(name: string): Promise<Prose> {
  const load = texts[`./content/${name}.md`]
  if (!load) throw new Error(`There is no text called ${name}.`)
  return (await load()).default
}
