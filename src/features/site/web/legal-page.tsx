import { formatDate } from '../../../shared/dates.ts'
import { ProseBlocks, ProseSections } from '../../../web/prose/prose-view.tsx'
import type { Prose } from '../../../web/prose/prose.ts'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { ContentsAbove, ContentsBeside } from './help/article-contents.tsx'
import { ReadingPage, ReadingSheet } from './reading-page.tsx'

/** The page for terms, privacy and cookies: a text with the date of its last update. */
export function LegalPage({ title, prose }: { title: string; prose: Prose }) {
  const { about, opening, sections } = prose
  const { updated } = about
  return (
    <ReadingPage
      header={
        <PageHeader
          title={title}
          description={
            updated && (
              <>
                Last updated <time dateTime={updated}>{formatDate(updated)}</time>
              </>
            )
          }
        />
      }
      contents={<ContentsBeside sections={sections} />}
    >
      <ContentsAbove sections={sections} />
      <ReadingSheet>
        <div className="*:first:mt-0">
          <ProseBlocks blocks={opening} />
        </div>
        <ProseSections sections={sections} />
      </ReadingSheet>
    </ReadingPage>
  )
}
