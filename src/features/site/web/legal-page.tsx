import { formatDate } from '../../../shared/dates.ts'
import { Page } from '../../../web/layout/page.tsx'
import { ProseBlocks, ProseSections } from '../../../web/prose/prose-view.tsx'
import type { Prose } from '../../../web/prose/prose.ts'
import { ContentsAbove, ContentsBeside } from './help/article-contents.tsx'

/** The page for terms, privacy and cookies: a text with the date of its last update. */
export function LegalPage({ title, prose }: { title: string; prose: Prose }) {
  const { about, opening, sections } = prose
  const { updated } = about
  return (
    <Page>
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,38rem)_minmax(0,16rem)] lg:justify-between xl:justify-start xl:gap-x-28">
        <div className="flex min-w-0 flex-col gap-6">
          <header className="flex flex-col gap-2">
            <h1 className="text-2xl font-semibold tracking-tight text-foreground sm:text-3xl">{title}</h1>
            {updated && (
              <p className="text-sm text-muted">
                Last updated <time dateTime={updated}>{formatDate(updated)}</time>
              </p>
            )}
          </header>
          <ContentsAbove sections={sections} />
          <div className="flex flex-col gap-8">
            <div className="*:first:mt-0">
              <ProseBlocks blocks={opening} />
            </div>
            <ProseSections sections={sections} />
          </div>
        </div>
        <ContentsBeside sections={sections} />
      </div>
    </Page>
  )
}
