import { Page } from '../../../web/layout/page.tsx'
import { ProseBlocks, ProseSections } from '../../../web/prose/prose-view.tsx'
import type { Prose } from '../../../web/prose/prose.ts'
import { PageHeader } from '../../../web/ui/page-header.tsx'

/** Terms, privacy and cookies: a text, and since when it holds. */
export function LegalPage({ title, prose }: { title: string; prose: Prose }) {
  return (
    <Page>
      <PageHeader title={title} />
      <div className="flex max-w-prose flex-col gap-8">
        <div>
          <ProseBlocks blocks={prose.opening} />
        </div>
        <ProseSections sections={prose.sections} />
      </div>
    </Page>
  )
}
