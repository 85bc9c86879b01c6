import { Page } from '../../../web/layout/page.tsx'
import { ProseBlocks, ProseSections } from '../../../web/prose/prose-view.tsx'
import type { Prose } from '../../../web/prose/prose.ts'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { type HelpSlug, helpArticles } from '../help-rules.ts'

export function HelpArticlePage({ slug, prose }: { slug: HelpSlug; prose: Prose }) {
  const { title, description, minutes } = helpArticles[slug]
  return (
    <Page>
      <PageHeader title={title} description={`${description} ${minutes} min read`} />
      <article className="flex max-w-prose flex-col gap-8">
        <div>
          <ProseBlocks blocks={prose.opening} />
        </div>
        <ProseSections sections={prose.sections} />
      </article>
    </Page>
  )
}
