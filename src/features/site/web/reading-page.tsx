import type { ReactNode } from 'react'
import { Page } from '../../../web/layout/page.tsx'

interface ReadingPageProps {
  header: ReactNode
  /** The contents list, in a column of its own on wide screens. */
  contents: ReactNode
  children: ReactNode
}

/** A page to read: the text, and its contents beside it, from one edge of the page to the other. */
export function ReadingPage({ header, contents, children }: ReadingPageProps) {
  return (
    <Page>
      {header}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="flex min-w-0 flex-col gap-6">{children}</div>
        {contents}
      </div>
    </Page>
  )
}

/** A sheet whose padding limits the line length for readability. A phone has no room for it. */
export function ReadingSheet({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-8 rounded-lg border-border text-base sm:border sm:bg-surface sm:px-10 sm:py-10 sm:shadow-card lg:px-12 xl:px-24 xl:py-14 xl:text-[1.0625rem]">
      {children}
    </div>
  )
}
